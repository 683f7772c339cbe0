import type { ConsoleLine } from '@realmkeep/realm-protocol';
import type { NoticeHub } from '../../notice-hub.ts';
import { controlConsole } from './control-client.ts';
import { readKeptConsole } from '../folder/kept-console.ts';
import type { LocalRealm } from '../local-realm.ts';
import { realmPaths } from '../folder/realm-paths.ts';
import type { RealmRun } from '../process/realm-run.ts';

const pauseMs = 1000;
const mostLines = 1000;

interface Followed {
  /** Holds the realms' folders. */
  dir: string;
  realmId: string;
  /** What the driver knows of it at that moment: after it was absent that is another object. */
  realm: () => LocalRealm;
  /** Tells when a run has begun. */
  hub: NoticeHub;
  signal: AbortSignal;
}

/**
 * The console of one realm, through its ends and starts, until the signal aborts. A run numbers its lines from 1; told on they are
 * numbered after those of the run before.
 */
export async function* followConsole(followed: Followed): AsyncGenerator<ConsoleLine[]> {
  const { realmId, dir, realm, signal } = followed;
  const present = realm().running();
  const kept = readKeptConsole(realmPaths(dir, realmId), present?.record.startedAt ?? Infinity);
  // The number of the last line told; null until the first run has said which lines it still has.
  let last: number | null = present === null ? kept.length : null;
  if (present === null) yield kept;
  let run = present ?? (await nextRun(followed, null));
  while (run !== null && !signal.aborted) {
    await settled(Promise.race([run.heard, run.ended]), signal);
    const base = last ?? kept.length;
    for await (const lines of runConsole(run, signal)) {
      // What was before its first kept line is gone, so that what was before the run is no part of the same story.
      const isWhole = last !== null || lines[0]?.n === 1 || lines.length === 0;
      const numbered = lines.map(({ n, at, text }) => ({ n: base + n, at, text }));
      yield last === null && isWhole ? kept.concat(numbered).slice(-mostLines) : numbered;
      last = numbered.at(-1)?.n ?? base;
    }
    if (last === null) yield kept;
    last ??= base;
    run = await nextRun(followed, run);
  }
}

/** The lines of one run to its end, by as many connections as it takes. Begins with those that it keeps, perhaps none. */
async function* runConsole(run: RealmRun, signal: AbortSignal): AsyncGenerator<ConsoleLine[]> {
  let last = 0;
  let hasBegun = false;
  while (!signal.aborted && run.lives()) {
    const address = run.address();
    try {
      if (address !== null) {
        for await (const lines of controlConsole(address, last, signal)) {
          last = lines.at(-1)?.n ?? last;
          hasBegun = true;
          yield lines;
        }
      }
    } catch {
      // Refused or cut: what it means is seen by whether the process lives.
    }
    // A process of an earlier version does not tell its console.
    if (!hasBegun) yield [];
    hasBegun = true;
    if (run.lives()) await settled(new Promise((resolve) => setTimeout(resolve, pauseMs)), signal);
  }
}

/** The run after that one; null when the signal aborts before. */
async function nextRun({ realmId, realm, hub, signal }: Followed, before: RealmRun | null): Promise<RealmRun | null> {
  const notices = hub.watch(signal, []);
  const present = realm().running();
  if (present !== null && present !== before) return present;
  for await (const observed of notices) {
    if (observed.realmId !== realmId || observed.phase === 'EXITED') continue;
    const run = realm().running();
    if (run !== null && run !== before) return run;
  }
  return null;
}

/** Resolves when the promise is settled or the signal aborts. */
async function settled(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const onAbort = (): void => resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) resolve();
  await Promise.race([promise, aborted]);
  signal.removeEventListener('abort', onAbort);
}
