import type { ConsoleLine } from '@realmkeep/realm-protocol';
import type { NoticeHub } from '../../notice-hub.ts';
import { controlConsole } from './control-client.ts';
import { readKeptConsole } from '../folder/kept-console.ts';
import type { LocalRealm } from '../local-realm.ts';
import { type RealmPaths, realmPaths } from '../folder/realm-paths.ts';
import type { RealmRun } from '../process/realm-run.ts';

const pauseMs = 1000;
const mostLines = 1000;

interface Followed {
  /** Holds the realms' folders. */
  dir: string;
  realmId: string;
  /** The driver's present object for it, which is another one after it was absent. */
  realm: () => LocalRealm;
  /** Announces when a run has begun. */
  hub: NoticeHub;
  signal: AbortSignal;
}

/**
 * The console of one realm, through its ends and starts, until the signal aborts. A run numbers its lines from 1; here they
 * continue the numbers of the run before.
 */
export async function* followConsole(followed: Followed): AsyncGenerator<ConsoleLine[]> {
  const { realmId, dir, realm, signal } = followed;
  const present = realm().running();
  const kept = readKeptConsole(realmPaths(dir, realmId), present?.record.startedAt ?? Infinity);
  // The number of the last line yielded; null until the first run has reported which lines it still has.
  let last: number | null = present === null ? kept.length : null;
  if (present === null) yield kept;
  let run = present ?? (await nextRun(followed, null));
  while (run !== null && !signal.aborted) {
    await settled(Promise.race([run.heard, run.ended]), signal);
    const base = last ?? kept.length;
    let told: ConsoleLine | null = null;
    for await (const lines of runConsole(run, signal)) {
      // Lines before its first stored one are gone, so earlier runs' lines would not be contiguous with it.
      const isWhole = last !== null || lines[0]?.n === 1 || lines.length === 0;
      const numbered = lines.map(({ n, at, text }) => ({ n: base + n, at, text }));
      yield last === null && isWhole ? kept.concat(numbered).slice(-mostLines) : numbered;
      last = numbered.at(-1)?.n ?? base;
      told = lines.at(-1) ?? told;
    }
    if (last === null) yield kept;
    last ??= base;
    const missed = run.lives() ? [] : missedOf(realmPaths(dir, realmId), run.record.startedAt, told);
    const from = last;
    if (missed.length > 0) yield missed.map(({ at, text }, index) => ({ n: from + index + 1, at, text }));
    last += missed.length;
    run = await nextRun(followed, run);
  }
}

/** What a run that has ended printed while nobody was connected to it, as when it fails right after its start. @param told its last line that was heard */
function missedOf(paths: RealmPaths, startedAt: number, told: ConsoleLine | null): ConsoleLine[] {
  const lines = readKeptConsole(paths, Infinity).filter(({ at }) => at >= startedAt);
  const last = lines.findLastIndex(({ at, text }) => at === told?.at && text === told.text);
  return told === null || last >= 0 ? lines.slice(last + 1) : lines.filter(({ at }) => at > told.at);
}

/** The lines of one run to its end, over as many connections as it takes. Begins with those that it has stored, perhaps none. */
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
      // Refused or cut: whether the process lives shows what it means.
    }
    // A process of an earlier version does not serve its console.
    if (!hasBegun) yield [];
    hasBegun = true;
    if (run.lives()) await settled(new Promise((resolve) => setTimeout(resolve, pauseMs)), signal);
  }
}

/** The next run; null if the signal aborts before. */
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
