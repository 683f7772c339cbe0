import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ROLE } from './cluster.ts';
import { findPostmaster } from './postmaster.ts';

/** Where the server that runs on this folder takes connections, with its password; null when none runs there. */
export async function runningPostgresUrl(folder: string): Promise<string | null> {
  const place = await realpath(folder).catch(() => null);
  if (place === null) return null;
  const server = await findPostmaster(join(place, 'cluster'));
  if (!server?.ready) return null;
  const password = (await readFile(join(place, 'password'), 'utf8')).trim();
  return `postgres://${ROLE}:${password}@127.0.0.1:${server.port}/${ROLE}`;
}
