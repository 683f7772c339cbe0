import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { RealmExit } from '../../runtime.ts';
import { isOutOfSpace } from '@realmkeep/safe-fs';
import type { RealmPaths } from './realm-paths.ts';

const outOfRoomMode = 0o400;

/** One start of a realm. The driver writes it, under the realm's lock, before the process goes on to become the realm-server. */
export interface RunRecord {
  pid: number;
  fencingToken: number;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The id of the container that it is the first process of, if it is in one; `pid` is 0 until it is known. */
  container?: string;
}

/** The last start; null before the first, and in the moment in which it is being written. */
export function readRun(paths: RealmPaths): RunRecord | null {
  const match = /^(\d{1,10}) (\d{1,16}) (\d{1,16})(?: ([\da-f]{64}))?\n$/.exec(readText(paths.run));
  if (match === null) return null;
  const [, pid, fencingToken, startedAt, container] = match;
  const record = { pid: Number(pid), fencingToken: Number(fencingToken), startedAt: Number(startedAt) };
  return container === undefined ? record : { ...record, container };
}

/** @throws where it cannot be written: such a run would not be found */
export function writeRun(paths: RealmPaths, run: RunRecord): void {
  writeFileSync(`${paths.run}.new`, line(run), { mode: 0o600 });
  renameSync(`${paths.run}.new`, paths.run);
}

/** Puts back what a refused start has overwritten. */
export function restoreRun(paths: RealmPaths, run: RunRecord | null): void {
  if (run === null) rmSync(paths.run, { force: true });
  else write(paths.run, line(run));
}

/** Whether this run has been asked to end. */
export function wasAsked(paths: RealmPaths, run: RunRecord): boolean {
  return readText(paths.asked) === line(run);
}

export function setAsked(paths: RealmPaths, run: RunRecord): void {
  write(paths.asked, line(run));
}

export function clearAsked(paths: RealmPaths): void {
  rmSync(paths.asked, { force: true });
}

/** Notes that this run is killed because it fills the disk, on which there may be no room for another file. */
export function setOutOfRoom(paths: RealmPaths, run: RunRecord): void {
  if (isLast(paths, run)) chmodSync(paths.run, outOfRoomMode);
}

export function wasOutOfRoom(paths: RealmPaths, run: RunRecord): boolean {
  return isLast(paths, run) && (statSync(paths.run).mode & 0o777) === outOfRoomMode;
}

function isLast(paths: RealmPaths, run: RunRecord): boolean {
  return readText(paths.run) === line(run);
}

/** How this run ended, if a driver has seen it. */
export function readExit(paths: RealmPaths, run: RunRecord): RealmExit | null {
  const text = readText(paths.exit);
  const newline = text.indexOf('\n') + 1;
  return text.slice(0, newline) === line(run) ? (JSON.parse(text.slice(newline)) as RealmExit) : null;
}

export function writeExit(paths: RealmPaths, run: RunRecord, exit: RealmExit): void {
  write(paths.exit, line(run) + JSON.stringify(exit));
}

function line({ pid, fencingToken, startedAt, container }: RunRecord): string {
  return `${[pid, fencingToken, startedAt, container].join(' ').trimEnd()}\n`;
}

/** A full disk must not keep a realm from being stopped: then it is only the next driver that does not know. */
function write(path: string, text: string): void {
  try {
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
