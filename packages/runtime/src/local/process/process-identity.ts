import { readFileSync, readlinkSync } from 'node:fs';
import type { RunRecord } from '../folder/realm-record.ts';

/** The descriptor under which a realm's process holds the realm's lock, from its start to its end. */
export const realmLockFd = 3;

/**
 * Field 22 of /proc/<pid>/stat, the clock ticks from boot to the process's start: proc(5). With the pid it names one
 * process for ever. Null when there is no such process or only its zombie.
 */
function processStart(pid: number): string | null {
  const stat = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const state = fields[0];
  return state === undefined || state === 'Z' || state === 'X' ? null : (fields[19] ?? null);
}

/** Whether the process lives and has the lock file open where a realm's process has it, which no other process has. */
export function holdsLock(pid: number, lockPath: string): boolean {
  return readOrNull(() => readlinkSync(`/proc/${pid}/fd/${realmLockFd}`)) === lockPath && processStart(pid) !== null;
}

/**
 * Whether the process of that record lives: it holds the realm's lock, or is in the container, whose id is in the names of its cgroups. So each
 * driver adopts what the other has started.
 */
export function runLives({ pid, container }: RunRecord, lockPath: string): boolean {
  if (container === undefined) return holdsLock(pid, lockPath);
  const groups = readOrNull(() => readFileSync(`/proc/${pid}/cgroup`, 'utf8')) ?? '';
  return groups.includes(container) && processStart(pid) !== null;
}

/** Kills the process if it is still the one of that record. Only pidfds, which Node lacks, would leave no gap at all. */
export function killRun(record: RunRecord, lockPath: string, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = record;
  if (!runLives(record, lockPath)) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

export function isAlive(pid: number): boolean {
  return processStart(pid) !== null;
}

function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    // EACCES: the process is another user's, so it is none of ours.
    if (isGone(error) || (error instanceof Error && 'code' in error && error.code === 'EACCES')) return null;
    throw error;
  }
}

/** ENOENT: no such process. ESRCH: it ended between open and read. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
}
