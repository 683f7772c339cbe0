import { readFileSync, statSync } from 'node:fs';

/**
 * Whether the process is the realm's.
 * @param uid the realm's own user; null if it has none: its processes are then the descendants of the first, as all within its walls are
 */
export function isOfRealm(pid: number, uid: number | null, first: number): boolean {
  if (uid !== null) return ownerOf(pid) === uid;
  for (let at: number | null = pid; at !== null && at > 0; at = parentOf(at)) if (at === first) return true;
  return false;
}

/** The user of a process; null when it is gone by now. */
export function ownerOf(pid: number): number | null {
  const uid = statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? null;
  // Undumpable processes also appear as root's: PR_SET_DUMPABLE of prctl(2).
  return uid === 0 ? field(pid, /^Uid:\t(\d+)/m) : uid;
}

const parentOf = (pid: number): number | null => field(pid, /^PPid:\t(\d+)/m);

function field(pid: number, pattern: RegExp): number | null {
  try {
    const found = pattern.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}
