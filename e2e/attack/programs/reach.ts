import { connect } from 'node:net';

/** Connects to each target, `[address]:port` or the path of a socket, and greets it as a browser and as a PostgreSQL client would. */
async function reach(target: string): Promise<string> {
  const [, host, port] = /^\[(.+)\]:(\d+)$/.exec(target) ?? [];
  const socket = host === undefined ? connect(target) : connect(Number(port), host);
  const patience = setTimeout(() => socket.destroy(new Error('no answer')), 2000);
  try {
    return await new Promise<string>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('connect', () => {
        resolve('reached');
        socket.write('GET / HTTP/1.0\r\n\r\n');
        socket.end();
      });
    });
  } catch (error) {
    return `failed: ${(error as Error).message}`;
  } finally {
    clearTimeout(patience);
  }
}

const targets = process.argv.slice(2);
const ends = await Promise.all(targets.map(reach));
targets.forEach((target, index) => console.log(`${target} ${ends[index]}`));
process.exit(0);
