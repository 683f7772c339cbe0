import { join } from 'node:path';
import { holdUnix, type HeldSocket } from '@realmkeep/sockets';
import type { SystemUser } from '@realmkeep/postgres';
import type { Config } from './config.ts';
import { holdProxySockets, type ProxySockets } from './hold-proxy-sockets.ts';
import { holdPort } from './port-check.ts';
import { StartError } from './start-error.ts';

/** What the api and the gateway listen on: theirs for as long as this process lives, whether they run or not. */
export interface HeldSockets extends Disposable {
  page: HeldSocket;
  game: HeldSocket;
  /** null: off. */
  sftp: HeldSocket | null;
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
 * @throws StartError when one cannot be had
 */
export async function holdSockets(
  config: Config,
  gatewayUser: SystemUser | null,
  say: (line: string) => void,
): Promise<HeldSockets> {
  const { values, chosen } = config;
  using held = new DisposableStack();
  const hold = async (name: 'PORT' | 'GAME_PORT' | 'SFTP_PORT', host: string) => {
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
  // The folder is root's, so that nothing can be put in its place there.
  const access = gatewayUser ? { mode: 0o660, owner: { uid: 0, gid: gatewayUser.gid } } : { mode: 0o600 };
  const internal = holdUnix(internalSocket(values.DATA_DIR), access);
  held.defer(() => internal.close());
  const proxies = held.use(await holdProxySockets(config));
  const kept = held.move();
  return { page, game, sftp, internal, proxies, [Symbol.dispose]: () => kept.dispose() };
}
