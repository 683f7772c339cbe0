import { existsSync } from 'node:fs';
import { access, chmod, chown, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemUser, type SystemUser } from '@realmkeep/postgres';
import { closedFolder } from './closed-folder.ts';
import { internalSocket } from './sockets/hold-sockets.ts';
import { StartError } from './start-error.ts';

/** As long as bin/restore works on a data folder, and after that unless it came to its end, there is a file of this name (apps/api/scripts/restore.ts). */
const restoringMark = 'restoring';

/** The folders of an installation's data. */
export interface DataDir {
  path: string;
  logs: string;
  postgres: string;
  /** Of realms' databases: their cluster, and the doors to it. */
  guests: string;
  secrets: string;
  lock: string;
  /** Who runs now: see run-file.ts. */
  runFile: string;
}

/** As `mkdir -p`; Node's own never ends where a file system such as /proc takes no folders. */
async function makeFolders(path: string, mode: number): Promise<void> {
  const present = await stat(path).catch(() => null);
  if (present) return;
  if (dirname(path) !== path) await makeFolders(dirname(path), mode);
  await mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Makes the data folder and its contents. As root it is 0711: the database, the gateway and each realm have users of
 * their own, which pass through it to their own folders but cannot list it. Otherwise it is 0700.
 * @param gatewayUser null: the gateway runs as this user
 * @throws StartError if it cannot be used
 */
export async function prepareDataDir(path: string, gatewayUser: SystemUser | null): Promise<DataDir> {
  const asRoot = gatewayUser !== null;
  try {
    await makeFolders(path, asRoot ? 0o711 : 0o700);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The data folder ${path} cannot be used (${reason}).\nChoose another with --data-dir or DATA_DIR.`,
    );
  }
  const { uid } = await stat(path);
  if (!asRoot && uid !== process.getuid?.()) {
    throw new StartError(`The data folder ${path} belongs to another user (uid ${uid}): start as that user.`);
  }
  if (existsSync(join(path, restoringMark))) {
    throw new StartError(
      `A bin/restore into ${path} has not come to its end, and what is there is not whole.\nEmpty the folder, and the database if it is your own, and run bin/restore again.`,
    );
  }
  await chmod(path, asRoot ? 0o711 : 0o700);
  const closed = gatewayUser && (await closedFolder(path, gatewayUser));
  if (closed) {
    throw new StartError(
      `Other users cannot enter ${closed}, and as root the database, the gateway and the realms run as their own.\n` +
        `Choose a DATA_DIR elsewhere with --data-dir, or let them pass: chmod o+x ${closed}`,
    );
  }
  const logs = join(path, 'logs');
  await mkdir(logs, { recursive: true, mode: 0o700 });
  const gateway = join(path, 'gateway');
  await mkdir(gateway, { recursive: true, mode: 0o700 });
  if (gatewayUser) await chown(gateway, gatewayUser.uid, gatewayUser.gid);
  const internal = dirname(internalSocket(path));
  await mkdir(internal, { recursive: true, mode: 0o700 });
  // Root stays its owner, and the gateway has access by its group, which nobody else has.
  if (gatewayUser) {
    await chown(internal, 0, gatewayUser.gid);
    await chmod(internal, 0o710);
  }
  return {
    path,
    logs,
    postgres: join(path, 'postgres'),
    guests: join(path, 'guests'),
    secrets: join(path, 'secrets.json'),
    lock: join(path, 'lock'),
    runFile: join(path, 'run.json'),
  };
}

/** Whether this data folder has not been used before. */
export function isNew(data: DataDir): boolean {
  return !existsSync(join(data.path, 'installation.json')) && !existsSync(join(data.postgres, 'cluster'));
}

/** The user that the gateway, which strangers talk to, runs as; null when this process is not root. */
export function gatewayUser(): SystemUser | null {
  return process.getuid?.() === 0 ? systemUser('realmkeep') : null;
}
