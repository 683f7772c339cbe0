import type { RealmState } from '@realmkeep/realm-protocol';
import type { ObservedState } from '@realmkeep/runtime';
import { describe, expect, test } from 'vitest';
import { countCrash, nextStep, silenceDeadlineMs, type DesiredState } from './reconcile-policy.ts';

const now = 1_800_000_000_000;
const idleMs = 600_000;
const startMs = 60_000;
const wanted: DesiredState = {
  deleted: false,
  on: true,
  asleep: false,
  idleMs,
  startMs,
  runMs: null,
  unmanagedMs: null,
  planSince: 0,
  restartToken: 0,
  wasReady: true,
  crashCount: 0,
  crashedAt: null,
  nextAttemptAt: null,
};
const asleep: DesiredState = { ...wanted, asleep: true };
const unwanted: DesiredState = { ...wanted, on: false };
const observed = (phase: ObservedState['phase'], more: Partial<ObservedState> = {}): ObservedState => ({
  realmId: 'r',
  fencingToken: 1,
  phase,
  startedAt: phase === 'EXITED' ? null : now,
  silentSince: null,
  lostSince: null,
  endpoint: null,
  state: null,
  exit: null,
  ...more,
});
const exited = (asked: boolean, at = now - 5) =>
  observed('EXITED', { exit: { asked, at, code: null, signal: null, tail: '' } });
const state: RealmState = {
  realmId: 'r',
  lease: 1,
  phase: 'READY',
  startedAt: now,
  slots: 2,
  players: [],
  visitors: [],
  orders: [],
  worlds: [],
  tps: null,
  emptySince: null,
  unmanagedSince: null,
  unsavedSince: null,
  lastPlayedAt: null,
  spawn: null,
  usedCodes: [],
  resources: { cpu: 0, memoryBytes: 0 },
};
const emptySince = (since: number) => observed('READY', { state: { ...state, emptySince: since } });
const settle = (again: number | null, closesAt: number | null = null) => ({ do: 'settle', again, closesAt });
/** By its plan a realm runs an hour at a time, and 15 minutes without a manager. */
const hourMs = 3_600_000;
const aloneMs = 900_000;
const free: DesiredState = { ...wanted, runMs: hourMs, unmanagedMs: aloneMs };
const ranFor = (ms: number, more: Partial<RealmState> = {}) =>
  observed('READY', { startedAt: now - ms, state: { ...state, ...more } });
const rest = { do: 'nothing', again: null };
const starting = (startedAt: number) => observed('STARTING', { startedAt });

describe('the next step', () => {
  test.each<[string, DesiredState, ObservedState | null, object]>([
    ['of a realm that is not there', wanted, null, { do: 'start' }],
    ['of one that ended as asked', wanted, exited(true), { do: 'start' }],
    ['of one that runs', wanted, observed('READY'), settle(null)],
    ['of one that is empty for a while', wanted, emptySince(now - 1), settle(now - 1 + idleMs)],
    ['of one that is empty for long', wanted, emptySince(now - idleMs), { do: 'sleep' }],
    ['of one that is empty for long, and hangs', wanted, { ...emptySince(0), silentSince: 1 }, { do: 'give-up' }],
    ['of one that is not wanted and empty for long', unwanted, emptySince(0), { do: 'stop' }],
    ['of one with an hour to run', free, ranFor(0), settle(now + hourMs, now + hourMs)],
    ['of one whose hour is over', free, ranFor(hourMs), { do: 'close' }],
    ['of one whose hour is over, and nobody is on', free, ranFor(hourMs, { emptySince: now - 1 }), { do: 'close' }],
    [
      'of one that has the plan since a minute ago',
      { ...free, planSince: now - 60_000 },
      ranFor(hourMs),
      settle(now - 60_000 + hourMs, now - 60_000 + hourMs),
    ],
    ['of one that has no end', wanted, ranFor(hourMs * 1000), settle(null)],
    [
      'of one without a manager for a while',
      free,
      ranFor(60_000, { unmanagedSince: now - 1 }),
      settle(now - 1 + aloneMs, now - 60_000 + hourMs),
    ],
    ['of one without a manager for long', free, ranFor(aloneMs, { unmanagedSince: now - aloneMs }), { do: 'close' }],
    [
      'of one without a manager where that is allowed',
      { ...free, unmanagedMs: null, runMs: null },
      ranFor(aloneMs, { unmanagedSince: now - aloneMs }),
      settle(null),
    ],
    ['of one that sleeps', asleep, exited(true), { do: 'nothing', again: null }],
    ['of one that sleeps, and has crashed before', asleep, exited(false), { do: 'nothing', again: null }],
    ['of one that sleeps, of which nothing is known', asleep, null, { do: 'nothing', again: null }],
    ['of one that is to sleep and runs', asleep, observed('READY'), { do: 'sleep' }],
    ['of one that is to sleep and starts', asleep, starting(now), { do: 'nothing', again: now + startMs }],
    ['of one that sleeps and is deleted', { ...asleep, deleted: true }, exited(true), { do: 'destroy' }],
    ['of one that sleeps and is not wanted', { ...asleep, on: false }, exited(true), { do: 'nothing', again: null }],
    ['of one that starts', wanted, starting(now), { do: 'nothing', again: now + startMs }],
    ['of one that starts for ever', wanted, starting(now - startMs), { do: 'give-up' }],
    ['of one that hangs', wanted, observed('READY', { silentSince: now - silenceDeadlineMs }), { do: 'give-up' }],
    ['of one whose host is lost', wanted, observed('READY', { silentSince: 1, lostSince: now }), rest],
    [
      'of a deleted one whose host is lost',
      { ...wanted, deleted: true },
      observed('READY', { lostSince: now }),
      { do: 'destroy' },
    ],
    [
      'of one that is off whose host is lost',
      { ...wanted, on: false },
      observed('READY', { lostSince: now }),
      { do: 'stop' },
    ],
    [
      'of one that has ended whose host is lost',
      { ...wanted, on: false },
      observed('EXITED', { lostSince: now }),
      rest,
    ],
    [
      'of one that may only be slow',
      wanted,
      observed('READY', { silentSince: now - 1 }),
      { do: 'nothing', again: now - 1 + silenceDeadlineMs },
    ],
    ['after a clock was set back', { ...wanted, nextAttemptAt: now + 3_600_000 }, exited(true), { do: 'start' }],
    ['of one that is stopping, to be sure', wanted, observed('STOPPING'), { do: 'stop' }],
    ['of a run that is to be followed by another', { ...wanted, restartToken: 1 }, observed('READY'), { do: 'stop' }],
    ['of the run that followed', { ...wanted, restartToken: 1 }, observed('READY', { fencingToken: 2 }), settle(null)],
    ['between the two', { ...wanted, restartToken: 1 }, exited(true), { do: 'start' }],
    ['of one that is not wanted and runs', unwanted, observed('READY'), { do: 'stop' }],
    ['of one that is not wanted and starts', unwanted, starting(now), { do: 'stop' }],
    ['of one that is not wanted nor there', unwanted, null, { do: 'nothing', again: null }],
    ['of one that is not wanted and crashed', unwanted, exited(false), { do: 'nothing', again: null }],
    ['of a deleted one that runs', { ...wanted, deleted: true }, observed('READY'), { do: 'destroy' }],
    ['of a deleted one that is gone', { ...wanted, deleted: true }, null, { do: 'destroy' }],
    ['before its next attempt', { ...wanted, nextAttemptAt: now + 9 }, exited(true), { do: 'nothing', again: now + 9 }],
    ['at its next attempt', { ...wanted, nextAttemptAt: now }, exited(true), { do: 'start' }],
    [
      'of one that filled the disk',
      wanted,
      { ...exited(false), exit: { ...exited(false).exit, outOfRoom: true } } as ObservedState,
      { do: 'shut-out', at: exited(false).exit?.at },
    ],
    ['after a crash that has been counted', { ...wanted, crashedAt: now - 5 }, exited(false), { do: 'start' }],
  ])('%s', (_what, desired, present, step) => {
    expect(nextStep(desired, present, now)).toEqual(step);
  });

  test('after crashes waits twice as long each time, at most five minutes, and begins anew after ten sound seconds', () => {
    let desired = wanted;
    const waits: number[] = [];
    let at = now;
    for (let crash = 0; crash < 11; crash += 1) {
      const step = nextStep(desired, exited(false, at), at);
      if (step.do !== 'count-crash') throw new Error(step.do);
      waits.push((step.nextAttemptAt - at) / 1_000);
      desired = { ...wanted, crashCount: step.count, crashedAt: at, nextAttemptAt: step.nextAttemptAt };
      at = step.nextAttemptAt + 1_000;
    }
    expect(waits).toEqual([0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    expect(nextStep(desired, exited(false, at + 8_000), at + 8_000)).toMatchObject({ count: 12 });
    expect(nextStep(desired, exited(false, at + 10_000), at + 10_000)).toMatchObject({
      count: 1,
      nextAttemptAt: at + 10_000,
    });
  });

  test('after a long start that came to nothing goes on counting', () => {
    const desired = { ...wanted, crashCount: 3, crashedAt: now, nextAttemptAt: now };
    expect(nextStep(desired, exited(false, now + 30_000), now + 30_000)).toMatchObject({ count: 1 });
    expect(nextStep({ ...desired, wasReady: false }, exited(false, now + 30_000), now + 30_000)).toMatchObject({
      count: 4,
    });
  });

  test('after it hung, or did not start, begins anew after ten sound minutes', () => {
    const desired = { ...wanted, crashCount: 3, crashedAt: now, nextAttemptAt: now };
    expect(countCrash(desired, now + 61_000)).toMatchObject({ count: 4, nextAttemptAt: now + 69_000 });
    expect(countCrash(desired, now + 600_001)).toMatchObject({ count: 1 });
  });
});
