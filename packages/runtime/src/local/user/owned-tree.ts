import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Bounds } from '../bounds/enforcement.ts';
import { isRealmUser } from './realm-user.ts';
import { userArguments } from './user-arguments.ts';

/*
 * Operations on a realm's folder with all its contents. The realm may replace entries by links meanwhile, so root never walks it:
 * processes of its owner do, which can only reach what belongs to the owner.
 */

const run = promisify(execFile);

/** To change owners, and to pass folders that are given away already. */
const toGive = '+chown,+dac_read_search';

/** Opens what the owner has closed to themselves. The folder itself may not be theirs to remove. */
const remove = 'chmod -R u+rwx -- "$1" 2>/dev/null; exec rm -rf -- "$1"';

/**
 * Removes the folder of a deleted realm with all its contents; links in it are removed, not followed.
 * @throws Error if something remains that its owner cannot remove
 */
export async function removeTrash(path: string, { cgroups, users }: Bounds): Promise<void> {
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  if (owner === undefined) return;
  // Without cgroups, leftover processes of the realm may still be running.
  const isLeft = cgroups === null && users !== null && isRealmUser(owner);
  const script = isLeft ? `kill -KILL -1 2>/dev/null; ${remove}` : remove;
  const user = users === null ? [] : ['setpriv', ...userArguments(owner)];
  const message = await ends(...user, '/bin/sh', '-c', script, 'remove', path);
  await rmdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Error(`failed to remove ${path}: ${message}`, { cause: error });
  });
}

/** Changes the owner of a folder's contents; the folder itself last, so that after a crash its owner shows that work is left. */
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

/** A short description of its failure. */
async function ends(...command: string[]): Promise<string> {
  const [file = '', ...args] = command;
  return run(file, args, { cwd: '/', maxBuffer: 64 * 1024 * 1024 }).then(
    () => '',
    (error: Error) => error.message.slice(-500),
  );
}
