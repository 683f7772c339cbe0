import type { ConsoleLine } from '@realmkeep/realm-protocol';
import { readOwned } from '@realmkeep/safe-fs';
import { folderOwner } from './realm-folder.ts';
import type { RealmPaths } from './realm-paths.ts';

const mostLines = 1000;
const mostBytes = 256 * 1024;
/** An ISO time, and the line. */
const linePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (.{1,2048})/;

/**
 * The last lines that the realm's console printed before that time (milliseconds since the epoch), numbered from 1: at most 1000 of the
 * last 256 KiB. realm-server writes them to a file, and starts another when that is full.
 */
export function readKeptConsole(paths: RealmPaths, before: number): ConsoleLine[] {
  const uid = folderOwner(paths);
  if (uid === null) return [];
  const newest = readOwned(paths.console, uid, mostBytes) ?? '';
  const older = readOwned(`${paths.console}.1`, uid, Math.max(0, mostBytes - Buffer.byteLength(newest))) ?? '';
  const lines = (older + newest).split('\n').flatMap((line) => {
    const [, time = '', text = ''] = linePattern.exec(line) ?? [];
    const at = Date.parse(time);
    return at < before ? [{ at, text }] : [];
  });
  return lines.slice(-mostLines).map(({ at, text }, index) => ({ n: index + 1, at, text }));
}
