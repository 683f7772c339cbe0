import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerRole } from './cluster.ts';
import { findPostmaster } from './postmaster.ts';

interface Server {
  /** Its folder, absolute. */
  folder: string;
  role: string;
  password: string;
  port: number;
}

/** Where a server takes connections: node-postgres and libpq read a path in the host's place as the folder of a unix socket. */
export function socketUrl({ folder, role, password, port }: Server): string {
  return `postgres://${role}:${password}@${encodeURIComponent(join(folder, 'socket'))}:${port}/${role}`;
}

/** The same for the server that runs on this folder; null when none runs there. */
export async function runningPostgresUrl(folder: string, role = ownerRole): Promise<string | null> {
  const place = await realpath(folder).catch(() => null);
  if (place === null) return null;
  const server = await findPostmaster(join(place, 'cluster'));
  if (!server?.ready) return null;
  const password = (await readFile(join(place, 'password'), 'utf8')).trim();
  return socketUrl({ folder: place, role, password, port: server.port });
}
