import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { holdUnix, shortPath, type HeldSocket } from '@realmkeep/sockets';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';

/** What reverse proxies of this machine connect to, and are believed on. */
export interface ProxySockets extends Disposable {
  page: HeldSocket;
  game: HeldSocket;
  sftp: HeldSocket;
}

/**
 * Makes the sockets of PROXY_SOCKETS, only for this user and the group of PROXY_SOCKETS_GROUP.
 * @returns null if there are none
 * @throws StartError
 */
export async function holdProxySockets({
  values: { PROXY_SOCKETS: folder, PROXY_SOCKETS_GROUP: group },
}: Pick<Config, 'values'>): Promise<ProxySockets | null> {
  if (folder === '') return null;
  prepare(folder);
  if (await isServed(join(folder, 'page.sock'))) {
    throw new StartError(`Another Realmkeep serves the sockets in ${folder}: choose another folder for PROXY_SOCKETS.`);
  }
  const uid = process.getuid?.() ?? 0;
  const access = group === '' ? { mode: 0o600 } : { mode: 0o660, owner: { uid, gid: idOf(group) } };
  using held = new DisposableStack();
  const hold = (name: string) => {
    try {
      const socket = holdUnix(join(folder, name), access);
      held.defer(() => socket.close());
      return socket;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError(
        `No sockets can be made in ${folder} (${reason}). PROXY_SOCKETS is to be a folder on a file system of Linux; ` +
          'who is not root must belong to PROXY_SOCKETS_GROUP.',
        { cause: error },
      );
    }
  };
  const sockets = { page: hold('page.sock'), game: hold('game.sock'), sftp: hold('sftp.sock') };
  const kept = held.move();
  return { ...sockets, [Symbol.dispose]: () => kept.dispose() };
}

/** Makes the folder. Refuses one that another user can write to: they could replace the sockets. */
function prepare(folder: string): void {
  try {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw new StartError(`The folder ${folder} of PROXY_SOCKETS cannot be made: ${String(error)}`, { cause: error });
    }
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new StartError(
      `PROXY_SOCKETS must be a folder that belongs to whoever starts this, and that nobody else can write to: ${folder} is not.`,
    );
  }
}

async function isServed(path: string): Promise<boolean> {
  using short = shortPath(path);
  const socket = connect(short.path);
  return await once(socket, 'connect').then(
    () => (socket.destroy(), true),
    () => false,
  );
}

function idOf(group: string): number {
  try {
    return Number(execFileSync('getent', ['group', group], { encoding: 'utf8' }).split(':')[2]);
  } catch (error) {
    throw new StartError(`There is no group ${group}, which PROXY_SOCKETS_GROUP names.`, { cause: error });
  }
}
