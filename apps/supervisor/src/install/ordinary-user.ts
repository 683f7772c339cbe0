import { existsSync } from 'node:fs';
import { chmod, chown, constants, open, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemUser, type SystemUser } from '@realmkeep/postgres';
import { closedFolder } from '../closed-folder.ts';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';

/**
 * Sets up an ordinary user of this machine to run the product: gives them read access to the checkout and the settings, and makes them the owner
 * of the existing `folders`, each of which gets its mode. Needs root.
 * @throws StartError if that is not possible, or a folder has another user's data
 */
export async function prepareOrdinaryUser(
  name: string,
  { checkout, file, secretsInFile }: Pick<Config, 'checkout' | 'file' | 'secretsInFile'>,
  folders: { path: string; mode: number }[],
  say: (line: string) => void,
): Promise<void> {
  const user = systemUser(name);
  const hasFile = existsSync(file);
  for (const path of [
    checkout,
    ...(hasFile ? [dirname(file)] : []),
    ...folders.map((folder) => dirname(folder.path)),
  ]) {
    const closed = await closedFolder(path, user);
    if (!closed) continue;
    throw new StartError(
      `${name} cannot enter ${closed}. Choose a place that is open to all, such as /opt for the checkout and /srv for the data, ` +
        `or let them pass: chmod o+x ${closed}`,
    );
  }
  for (const { path, mode } of folders) await giveFolder(path, mode, user, name);
  if (!hasFile) return;
  const { uid, mode } = await stat(file);
  if (uid === user.uid || ((mode & 0o004) !== 0 && secretsInFile.length === 0)) return;
  await chown(file, user.uid, user.gid);
  await chmod(file, 0o600);
  say(`${file} belongs to ${name} now, who alone can read it.`);
}

/** Gives away a folder without anybody's data. It is held open, so that it cannot be replaced meanwhile. */
async function giveFolder(path: string, mode: number, user: SystemUser, name: string): Promise<void> {
  await using folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  const { uid } = await folder.stat();
  if (uid === user.uid) return folder.chmod(mode);
  // That of the top of a file system is the kernel's own.
  const content = (await readdir(`/proc/self/fd/${folder.fd}`)).filter((entry) => entry !== 'lost+found');
  if (content.length > 0) {
    throw new StartError(
      `${path} holds data of another user (uid ${uid}). Choose a new folder for ${name} with --data-dir.`,
    );
  }
  await folder.chown(user.uid, user.gid);
  await folder.chmod(mode);
}
