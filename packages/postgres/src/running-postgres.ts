import { once } from 'node:events';
import { open, readFile, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ownerRole } from './cluster.ts';
import { findPostmaster } from './postmaster.ts';

/** In the name of the unix socket of a server without TCP. */
export const socketPort = 5432;

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

/** The same for the server that runs on this folder, in a container too; null when none runs there. */
export async function runningPostgresUrl(folder: string, role = ownerRole): Promise<string | null> {
  const place = await realpath(folder).catch(() => null);
  if (place === null) return null;
  const server = await findPostmaster(join(place, 'cluster'));
  if (server ? !server.ready : !(await isListening(place))) return null;
  const password = (await readFile(join(place, 'password'), 'utf8')).trim();
  return socketUrl({ folder: place, role, password, port: server?.port ?? socketPort });
}

/** Whether a server whose process is invisible from here listens on the folder's socket. */
export async function isListening(folder: string): Promise<boolean> {
  const sockets = await open(join(folder, 'socket')).catch(() => null);
  if (sockets === null) return false;
  // By the descriptor: the path may be longer than the 107 bytes of unix(7).
  const connection = connect(join('/proc/self/fd', String(sockets.fd), `.s.PGSQL.${socketPort}`));
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
    await sockets.close();
  }
}
