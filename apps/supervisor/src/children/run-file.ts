import { readFileSync, writeFileSync, renameSync } from 'node:fs';

/** A process: with its start (field 22 of /proc/<pid>/stat, proc(5)) the number names one for ever. */
export interface ProcessIdentity {
  pid: number;
  start: string;
}

/** The processes running on a data folder, for the next supervisor on it: `run.json`. */
export interface RunFile {
  supervisor: ProcessIdentity;
  /** The page's address. */
  address: string;
  children: ProcessIdentity[];
}

export function writeRunFile(path: string, content: RunFile): void {
  writeFileSync(`${path}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** What the last one wrote; null when there is nothing to be understood. */
export function readRunFile(path: string): RunFile | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isRunFile(value) ? value : null;
  } catch {
    return null;
  }
}

/** The identity of a running process; null when there is none of that number. */
export function identify(pid: number): ProcessIdentity | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field, the name, is in brackets and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const start = fields[19];
    return state === 'Z' || start === undefined ? null : { pid, start };
  } catch {
    return null;
  }
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.start === identity.start;
}

function isRunFile(value: unknown): value is RunFile {
  if (typeof value !== 'object' || value === null) return false;
  if (!('supervisor' in value) || !('address' in value) || !('children' in value)) return false;
  const { supervisor, address, children } = value;
  return isIdentity(supervisor) && typeof address === 'string' && Array.isArray(children) && children.every(isIdentity);
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('start' in value)) return false;
  return Number.isSafeInteger(value.pid) && Number(value.pid) > 1 && typeof value.start === 'string';
}
