import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Listens on the ports at every address as soon as it can, answers as a web page would, and prints what it receives. */
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\ntaken';
const ports = process.argv.slice(2).map(Number);

async function take(host: string, port: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const server = createServer((socket) => {
      socket.on('data', (bytes) => {
        console.log(`heard on ${host} ${port}: ${JSON.stringify(bytes.toString('latin1').slice(0, 2000))}`);
        socket.end(answer);
      });
      socket.on('error', () => undefined);
    });
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve);
      server.listen({ host, port, ipv6Only: host === '::' }, () => resolve(null));
    });
    if (attempt === 0) console.log(`tried ${host} ${port}: ${error === null ? 'taken' : error.message}`);
    if (error?.code !== 'EADDRINUSE') return;
    // The current listener's connection closes when that process ends.
    const connection = connect({ host, port }).on('error', () => undefined);
    await once(connection.resume(), 'close');
  }
}

await Promise.all(ports.flatMap((port) => ['::', '0.0.0.0', '127.0.0.1', '::1'].map((host) => take(host, port))));
