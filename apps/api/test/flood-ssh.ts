import { setImmediate } from 'node:timers/promises';
import { type AuthHandlerMiddleware, Client } from 'ssh2';

/** A program that floods SFTP with empty SSH packets from a network such as 127.0.88: `PORT NETWORK [NICKNAME PASSWORD]`. Without a name it never logs in. It reconnects when it is disconnected. */

/** Private members of ssh2's client. */
interface Inside {
  _protocol: { ping(): void };
}

const [port = '0', network = '127.0.88', username = 'nobody', password] = process.argv.slice(2);
/** A handler that never answers how to log in. */
const silent: AuthHandlerMiddleware = () => undefined;
const login = password === undefined ? { authHandler: silent } : { password };

for (;;) {
  const ssh = new Client();
  const over = new AbortController();
  const closed = new Promise<false>((resolve) => {
    ssh.once('close', () => {
      over.abort();
      resolve(false);
    });
  });
  const isIn = new Promise<true>((resolve) => {
    if (password === undefined) ssh.once('handshake', () => resolve(true));
    else ssh.once('ready', () => resolve(true));
  });
  ssh.on('error', () => undefined);
  const localAddress = `${network}.${1 + Math.floor(Math.random() * 200)}`;
  ssh.connect({ host: '127.0.0.1', port: Number(port), username, localAddress, ...login });
  if (!(await Promise.race([isIn, closed]))) continue;
  process.stdout.write('in\n');
  while (!over.signal.aborted) {
    for (let count = 0; count < 500; count += 1) (ssh as unknown as Inside)._protocol.ping();
    await setImmediate();
  }
}
