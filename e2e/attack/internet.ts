import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A network namespace of the test's own that plays the public internet: one server, which answers on every port of a realm's hopes. */
export interface Internet extends AsyncDisposable {
  address: string;
}

const serverProgram = `
for (const port of [25, 53, 80]) require('net').createServer((socket) => socket.on('error', () => {}).end('x')).listen(port);
setImmediate(() => console.log('listening'));`;

/** ip(8) of Debian's iproute2. */
function ip(...args: string[]): void {
  execFileSync('ip', args);
}

/** To be made by root. Its address is of a range that nobody has any more (RFC 7526), two tests at once apart by their process. */
export async function startInternet(): Promise<Internet> {
  const name = `rkt-${process.pid}`;
  const first = (process.pid % 63) * 4;
  // Behind a neighbour: what is on the machine's own networks is closed to realms. Virtual machines are often in 192.0.2.0/24.
  const [machine, neighbour] = [`198.51.100.${first + 1}`, `198.51.100.${first + 2}`];
  const address = `192.88.99.${first + 2}`;
  ip('netns', 'add', name);
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('addr', 'add', `${machine}/30`, 'dev', name);
  ip('link', 'set', name, 'up');
  ip('-n', name, 'addr', 'add', `${neighbour}/30`, 'dev', 'eth0');
  ip('-n', name, 'addr', 'add', `${address}/32`, 'dev', 'lo');
  for (const link of ['eth0', 'lo']) ip('-n', name, 'link', 'set', link, 'up');
  ip('route', 'add', address, 'via', neighbour);
  const server = spawn('nsenter', [`--net=/run/netns/${name}`, '--', process.execPath, '-e', serverProgram], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(server.stdout), 'line');
  return {
    address,
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL');
      await once(server, 'exit');
      // With the namespace alone it would go some time later, and its name be taken for the next.
      ip('link', 'del', name);
      ip('netns', 'del', name);
    },
  };
}
