import { existsSync } from 'node:fs';
import { chmod, chown, constants, open, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemUser, type SystemUser } from '@realmkeep/postgres';
import { closedFolder } from '../closed-folder.ts';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';

/**
 * Makes an ordinary user of this machine who can run the product: the checkout and the settings are theirs to read, and `folders`, which
 * are there, are theirs. Needs root.
 * @throws StartError when something stands against it, or a folder holds another user's data
 */
export async function prepareOrdinaryUser(
  name: string,
  { checkout, file, secretsInFile }: Pick<Config, 'checkout' | 'file' | 'secretsInFile'>,
  folders: string[],
  say: (line: string) => void,
): Promise<void> {
  const user = systemUser(name);
  const hasFile = existsSync(file);
  for (const path of [checkout, ...(hasFile ? [dirname(file)] : []), ...folders.map((folder) => dirname(folder))]) {
    const closed = await closedFolder(path, user);
    if (!closed) continue;
    throw new StartError(
      `${name} cannot enter ${closed}. Choose a place that is open to all, such as /opt for the checkout and /srv for the data, ` +
        `or let them pass: chmod o+x ${closed}`,
    );
  }
  for (const folder of folders) await giveFolder(folder, user, name);
  if (!hasFile) return;
  const { uid, mode } = await stat(file);
  if (uid === user.uid || ((mode & 0o004) !== 0 && secretsInFile.length === 0)) return;
  await chown(file, user.uid, user.gid);
  await chmod(file, 0o600);
  say(`${file} belongs to ${name} now, who alone can read it.`);
}

/** Gives a folder that nobody has data in. Held open, it cannot be exchanged for another meanwhile. */
async function giveFolder(path: string, user: SystemUser, name: string): Promise<void> {
  await using folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  const { uid } = await folder.stat();
  if (uid === user.uid) return;
  // That of the top of a file system is the kernel's own.
  const content = (await readdir(`/proc/self/fd/${folder.fd}`)).filter((entry) => entry !== 'lost+found');
  if (content.length > 0) {
    throw new StartError(
      `${path} holds data of another user (uid ${uid}). Choose a new folder for ${name} with --data-dir.`,
    );
  }
  await folder.chown(user.uid, user.gid);
  await folder.chmod(0o700);
}
