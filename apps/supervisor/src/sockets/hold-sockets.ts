import { join } from 'node:path';
import { holdTcp, holdUnix, type HeldSocket, type HeldTcpSocket } from '@realmkeep/sockets';
import type { SystemUser } from '@realmkeep/postgres';
import type { Config } from '../config.ts';
import { holdProxySockets, type ProxySockets } from './hold-proxy-sockets.ts';
import { holdPort, type PortName } from './port-check.ts';
import { StartError } from '../start-error.ts';

/** What the api and the gateway listen on: theirs for as long as this process lives, whether they run or not. */
export interface HeldSockets extends Disposable {
  page: HeldSocket;
  game: HeldSocket;
  /** null: off. */
  sftp: HeldSocket | null;
  /** Of the stand-ins of providers; null: none are wanted. */
  sandbox: HeldTcpSocket | null;
  /** For the gateway's calls of the api. */
  internal: HeldSocket;
  /** null: none are wanted. */
  proxies: ProxySockets | null;
}

/** Where the gateway reaches the api: in a folder that its user alone passes. */
export function internalSocket(dataDir: string): string {
  return join(dataDir, 'internal', 'api.sock');
}

/**
 * Takes every port. Nobody else can have one then, and no connection is refused while the api or the gateway starts again.
 * @param gatewayUser null: whoever this is
 * @param sandboxHost null: no provider is played
 * @throws StartError when one cannot be had
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
          // It is not worth a copy that does not start beside another. A port that somebody has chosen must be free.
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
  // The folder is root's, so that nothing can be put in its place there.
  const access = gatewayUser ? { mode: 0o660, owner: { uid: 0, gid: gatewayUser.gid } } : { mode: 0o600 };
  const internal = holdUnix(internalSocket(values.DATA_DIR), access);
  held.defer(() => internal.close());
  const proxies = held.use(await holdProxySockets(config));
  const kept = held.move();
  return { page, game, sftp, sandbox, internal, proxies, [Symbol.dispose]: () => kept.dispose() };
}
