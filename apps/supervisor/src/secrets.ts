import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { StartError } from './start-error.ts';

const names = ['TOKEN_KEY', 'GATEWAY_TOKEN', 'METRICS_TOKEN'] as const;

export type Secrets = Record<(typeof names)[number], string>;

/**
 * The installation's secrets: those in the settings, where they must be if there are several machines; the others, 32 random bytes each in
 * base64url, from a file that only this user can read. Missing ones are generated, and the file is replaced whole. New secrets log everybody out, and
 * data sealed with the old ones is lost.
 * @param given empty if not in the settings
 * @param isNew whether the data folder is new: otherwise a missing file is not created silently
 * @throws StartError if the file is missing where it should exist, or cannot be parsed
 */
export async function readSecrets(file: string, isNew: boolean, given: Secrets): Promise<Secrets> {
  if (names.every((name) => given[name] !== '')) return given;
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    if (isNew) return '{}';
    throw new StartError(
      `${file} is missing, though this data folder has been used: restore it from a copy.\n` +
        'If there is none, make new secrets: everybody is logged out, links to chat accounts and the passwords of realms’ ' +
        `databases are lost. To do so: echo '{}' > ${file}`,
    );
  });
  const kept = parse(content);
  if (!kept) throw new StartError(`${file} cannot be understood: restore it from a copy.`);
  const secrets = Object.fromEntries(
    names.map((name) => [name, given[name] || (kept.get(name) ?? randomBytes(32).toString('base64url'))]),
  ) as Secrets;
  const missing = names.filter((name) => given[name] === '' && !kept.has(name));
  if (missing.length > 0) {
    const content = {
      ...Object.fromEntries(kept),
      ...Object.fromEntries(missing.map((name) => [name, secrets[name]])),
    };
    await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  }
  return secrets;
}

function parse(content: string): Map<string, string> | null {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null) return null;
    const entries = Object.entries(value);
    return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length >= 32)
      ? new Map(entries)
      : null;
  } catch {
    return null;
  }
}
