import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A network namespace that stands in for the public internet, with one server that answers on every port a realm may try. */
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

/** Needs root. The address is from a range that is no longer in use (RFC 7526), and depends on the pid, so that two tests can run at once. */
export async function startInternet(): Promise<Internet> {
  const name = `rkt-${process.pid}`;
  const first = (process.pid % 63) * 4;
  // Behind a router, because realms cannot reach the machine's own networks. Not in 192.0.2.0/24, where virtual machines often are.
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
      // Deleting only the namespace would remove the link some time later, when the next test may already need its name.
      ip('link', 'del', name);
      ip('netns', 'del', name);
    },
  };
}
