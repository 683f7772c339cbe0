import { join } from 'node:path';
import { holdTcp, holdUnix, type HeldSocket, type HeldTcpSocket } from '@realmkeep/sockets';
import type { SystemUser } from '@realmkeep/postgres';
import type { Config } from '../config.ts';
import { holdProxySockets, type ProxySockets } from './hold-proxy-sockets.ts';
import { holdPort, type PortName } from './port-check.ts';
import { StartError } from '../start-error.ts';

/** The sockets that the api and the gateway listen on: held as long as this process lives, whether they run or not. */
export interface HeldSockets extends Disposable {
  page: HeldSocket;
  game: HeldSocket;
  /** null: off. */
  sftp: HeldSocket | null;
  /** For the providers' stand-ins; null: there are none. */
  sandbox: HeldTcpSocket | null;
  /** For the gateway's calls of the api. */
  internal: HeldSocket;
  /** null: there are none. */
  proxies: ProxySockets | null;
}

/** So many connections of pages an api accepts in a turn of its event loop. */
const pageDescriptors = 8;

/** The page's socket, by as many descriptors as an api has of it. */
export function pageSockets(page: HeldSocket): HeldSocket[] {
  return Array.from({ length: pageDescriptors }, () => page);
}

/** Where the gateway reaches the api: in a folder that its user alone passes. */
export function internalSocket(dataDir: string): string {
  return join(dataDir, 'internal', 'api.sock');
}

/**
 * Binds every port. Nobody else can take one then, and no connection is refused while the api or the gateway restarts.
 * @param gatewayUser null: this user
 * @param sandboxHost null: there are no stand-ins
 * @throws StartError if a port is not available
 */
export async function holdSockets(
  config: Config,
  gatewayUser: SystemUser | null,
  sandboxHost: string | null,
  say: (line: string) => void,
): Promise<HeldSockets> {
  const { values, chosen } = config;
  using held = new DisposableStack();
  const hold = async (name: PortName, host: string) => {
    const socket = await holdPort(name, host, Number(values[name]));
    held.defer(() => socket.close());
    return socket;
  };
  const page = await hold('PORT', values.HOST);
  const game = await hold('GAME_PORT', values.GAME_HOST);
  const sftp =
    values.SFTP_PORT === '0'
      ? null
      : await hold('SFTP_PORT', values.HOST).catch((error: unknown) => {
          // SFTP must not keep a second copy from starting. An explicitly chosen port must be free.
          if (chosen.has('SFTP_PORT') || !(error instanceof StartError)) throw error;
          say(`SFTP is off. ${error.message}`);
          return null;
        });
  const sandbox =
    sandboxHost === null
      ? null
      : await hold('SANDBOX_PORT', sandboxHost).catch(async (error: unknown) => {
          if (chosen.has('SANDBOX_PORT') || !(error instanceof StartError)) throw error;
          const other = await holdTcp(sandboxHost, 0);
          held.defer(() => other.close());
          say(`The sandbox is at port ${other.port}, as ${values.SANDBOX_PORT} is taken.`);
          return other;
        });
  // Root owns the folder, so that the socket cannot be replaced.
  const access = gatewayUser ? { mode: 0o660, owner: { uid: 0, gid: gatewayUser.gid } } : { mode: 0o600 };
  const internal = holdUnix(internalSocket(values.DATA_DIR), access);
  held.defer(() => internal.close());
  const proxies = held.use(await holdProxySockets(config));
  const kept = held.move();
  return { page, game, sftp, sandbox, internal, proxies, [Symbol.dispose]: () => kept.dispose() };
}
