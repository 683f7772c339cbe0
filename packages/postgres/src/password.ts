import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** That of the product's role on the server of a folder, in a file that only this user can read; made at the first time. */
export async function keepPassword(folder: string): Promise<string> {
  const file = join(folder, 'password');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept) return kept.trim();
  const made = randomBytes(32).toString('base64url');
  await writeFile(`${file}.new`, made, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return made;
}
