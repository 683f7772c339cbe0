import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A running server, as its postmaster.pid and /proc describe it. */
export interface Postmaster {
  pid: number;
  /** Its path. */
  program: string;
  /** Of TCP where it listens there, and in the name of its unix socket. */
  port: number;
  /** The folder of its unix socket, relative to its data or absolute; empty: it has none. */
  sockets: string;
  /** Whether it takes connections. */
  ready: boolean;
}

/**
 * The server that runs on this data, or null. A pid file left by a crash or a reboot counts for nothing, even if another
 * process has got its number since: the server is the process of that number that was started on this very folder.
 *
 * Lines of the file, by PostgreSQL's src/include/utils/pidfile.h: pid, data folder, start, port, socket folder, listen
 * address, shared memory, status.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(ignoreMissing);
  if (file === null) return null;
  const lines = file.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  // Its arguments, unlike its working folder, can be read without any privilege; a process that has ended has none.
  const started = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!started.includes(`/bin/postgres\0-D\0${cluster}\0`)) return null;
  const program = started.slice(0, started.indexOf('\0'));
  return { pid, program, port: Number(lines[3]), sockets: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' };
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
