import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Bounds } from '../bounds/enforcement.ts';
import { isRealmUser } from './realm-user.ts';
import { userArguments } from './user-arguments.ts';

/*
 * A realm's folder with all in it. While it is walked its realm may exchange what is in it for links, so that root never walks one:
 * processes of its owner do, which reach nothing but what is the owner's.
 */

const run = promisify(execFile);

/** To change owners, and to pass folders that are given away already. */
const toGive = '+chown,+dac_read_search';

/** Opens what the owner has closed to themselves. The folder itself may not be theirs to remove. */
const remove = 'chmod -R u+rwx -- "$1" 2>/dev/null; exec rm -rf -- "$1"';

/**
 * Removes the folder of a realm that is no more, with all in it; links in it are removed, not followed.
 * @throws Error when something stays: it is not its owner's to remove
 */
export async function removeTrash(path: string, { cgroups, users }: Bounds): Promise<void> {
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  if (owner === undefined) return;
  // What the realm has left behind runs on, where no group tells of it.
  const isLeft = cgroups === null && users !== null && isRealmUser(owner);
  const script = isLeft ? `kill -KILL -1 2>/dev/null; ${remove}` : remove;
  const user = users === null ? [] : ['setpriv', ...userArguments(owner)];
  const message = await ends(...user, '/bin/sh', '-c', script, 'remove', path);
  await rmdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Error(`failed to remove ${path}: ${message}`, { cause: error });
  });
}

/** Gives what is its owner's in a folder to another; itself last, so that after a crash its owner still says that it is to be done. */
export async function giveTo(path: string, uid: number): Promise<void> {
  const owner = lstatSync(path).uid;
  const rights = `-all,${toGive}`;
  const user = ['--reuid', String(owner), '--regid', String(owner), '--clear-groups', '--no-new-privs'];
  const kept = ['--inh-caps', rights, '--ambient-caps', rights, '--bounding-set', rights];
  const message = await ends(
    'setpriv',
    ...user,
    ...kept,
    'chown',
    '-RhP',
    `--from=${owner}`,
    `${uid}:${uid}`,
    '--',
    path,
  );
  if (lstatSync(path).uid !== uid) throw new Error(`failed to give ${path} to user ${uid}: ${message}`);
}

/** What it says of its failure, in short. */
async function ends(...command: string[]): Promise<string> {
  const [file = '', ...args] = command;
  return run(file, args, { cwd: '/', maxBuffer: 64 * 1024 * 1024 }).then(
    () => '',
    (error: Error) => error.message.slice(-500),
  );
}
