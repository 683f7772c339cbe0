import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';

const NAMES = ['TOKEN_KEY', 'GATEWAY_TOKEN', 'METRICS_TOKEN'] as const;

export type Secrets = Record<(typeof NAMES)[number], string>;

/**
 * The installation's secrets, 32 random bytes each in base64url, from a file that only this user can read. What is missing
 * is made, and the file is replaced whole.
 * @throws Error when the file is there and cannot be understood: new secrets would log everybody out
 */
export async function readSecrets(file: string): Promise<Secrets> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const kept = parse(content);
  if (!kept) throw new Error(`${file} holds no secrets: restore it, or remove it to make new ones.`);
  const secrets = Object.fromEntries(
    NAMES.map((name) => [name, kept.get(name) ?? randomBytes(32).toString('base64url')]),
  ) as Secrets;
  if (NAMES.some((name) => !kept.has(name))) {
    await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
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
