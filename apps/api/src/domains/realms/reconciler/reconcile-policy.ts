import type { ObservedState } from '@realmkeep/runtime';

/** What of a realm's row the next step depends on. Times in milliseconds since the epoch. */
export interface DesiredState {
  deleted: boolean;
  /** Desired on, not blocked, its world is not being exchanged, and the tier has its kernel. */
  on: boolean;
  /** Runs with this fencing token or a smaller one must end. */
  restartToken: number;
  /** Desired on, but not started until it is woken. */
  asleep: boolean;
  /** How long it is empty before it sleeps. */
  idleMs: number;
  /** A start that takes longer is given up. */
  startMs: number;
  /** For how long it runs at a time; null: without end. */
  runMs: number | null;
  /** For how long players are on without a manager; null: without end. */
  unmanagedMs: number | null;
  /** Since when its owner has the plan of which these are: nothing counts from before. */
  planSince: number;
  /** Whether its present or last run was seen READY. */
  wasReady: boolean;
  crashCount: number;
  crashedAt: number | null;
  nextAttemptAt: number | null;
}

export type Step =
  | { do: 'nothing'; /** Look again then, whatever happens. */ again: number | null }
  | { do: 'destroy' }
  | { do: 'start' }
  | { do: 'stop' }
  /** It has been STARTING or silent for too long: end it, and count that as a crash. */
  | { do: 'give-up' }
  | { do: 'count-crash'; at: number; count: number; nextAttemptAt: number }
  /** It was killed because it was filling the disk: it is off until its owner starts it again. */
  | { do: 'shut-out'; at: number }
  /** It has been empty for long: stop it, unless somebody is just joining. */
  | { do: 'sleep' }
  /** The plan's time is over: stop it, even with players online. It sleeps then. */
  | { do: 'close' }
  /** Look again then. `closesAt`: when the run is over by the plan, for the realm to warn of. */
  | { do: 'settle'; again: number | null; closesAt: number | null };

/** A process that does not answer for this long, although asked repeatedly, hangs. */
export const silenceDeadlineMs = 30_000;

const longestWaitMs = 5 * 60_000;

/** A realm that was READY and ended this long after its start is not broken: its count of crashes starts over, and it is restarted at once. */
const soundMs = 10_000;

/** For one that hangs, or does not start, the count starts over this long after the crash before. */
const soundHangingMs = 10 * 60_000;

/** The one next step from the observed to the desired state. Pure: the same answer for the same arguments. */
export function nextStep(desired: DesiredState, observed: ObservedState | null, now: number): Step {
  if (desired.deleted) return { do: 'destroy' };
  // Its state is not known. It may be ended all the same, by what it runs on.
  if (observed && observed.lostSince !== null) return desired.on || observed.phase === 'EXITED' ? rest : { do: 'stop' };
  if (observed && observed.phase !== 'EXITED') return stepOfLive(desired, observed, now);
  if (!desired.on || desired.asleep) return rest;

  const exit = observed?.exit;
  if (exit?.outOfRoom === true && exit.at > (desired.crashedAt ?? 0)) return { do: 'shut-out', at: exit.at };
  if (exit && !exit.asked && exit.at > (desired.crashedAt ?? 0)) return countExit(desired, exit.at);
  // One further ahead than any delay is from before the clock was set back.
  if (desired.nextAttemptAt !== null && desired.nextAttemptAt > now && desired.nextAttemptAt <= now + longestWaitMs)
    return { do: 'nothing', again: desired.nextAttemptAt };
  return { do: 'start' };
}

const rest: Step = { do: 'nothing', again: null };

function stepOfLive(desired: DesiredState, observed: ObservedState, now: number): Step {
  // The process that asked it to stop may be gone: asking again makes sure that it ends.
  if (!desired.on || observed.fencingToken <= desired.restartToken || observed.phase === 'STOPPING')
    return { do: 'stop' };
  if (observed.silentSince !== null) return giveUpAt(observed.silentSince + silenceDeadlineMs, now);
  if (observed.phase === 'READY') return stepOfReady(desired, observed, now);
  return giveUpAt((observed.startedAt ?? now) + desired.startMs, now);
}

function stepOfReady(desired: DesiredState, observed: ObservedState, now: number): Step {
  const { emptySince = null, unmanagedSince = null } = observed.state ?? {};
  const sleepsAt = emptySince === null ? null : emptySince + desired.idleMs;
  if (desired.asleep || isPast(sleepsAt, now)) return { do: 'sleep' };
  const endsAt = closesAt(desired, observed);
  const aloneUntil =
    unmanagedSince === null || desired.unmanagedMs === null
      ? null
      : Math.max(unmanagedSince, desired.planSince) + desired.unmanagedMs;
  if (isPast(endsAt, now) || isPast(aloneUntil, now)) return { do: 'close' };
  const times = [sleepsAt, endsAt, aloneUntil].filter((time) => time !== null);
  return { do: 'settle', again: times.length > 0 ? Math.min(...times) : null, closesAt: endsAt };
}

function isPast(time: number | null, now: number): boolean {
  return time !== null && time <= now;
}

/** When the run is over by the plan, which began at `planSince`; null: never. */
export function closesAt(
  { runMs, planSince }: Pick<DesiredState, 'runMs' | 'planSince'>,
  { startedAt }: Pick<ObservedState, 'startedAt'>,
): number | null {
  return runMs === null || startedAt === null ? null : Math.max(startedAt, planSince) + runMs;
}

function giveUpAt(deadline: number, now: number): Step {
  return deadline <= now ? { do: 'give-up' } : { do: 'nothing', again: deadline };
}

function countExit(desired: DesiredState, at: number): Step & { do: 'count-crash' } {
  const startedAt = desired.nextAttemptAt ?? desired.crashedAt;
  const sound = desired.wasReady && startedAt !== null && at - startedAt > soundMs;
  return afterCrash(at, sound ? 1 : desired.crashCount + 1);
}

/** The step that follows when it was given up, or could not be started. */
export function countCrash(desired: DesiredState, at: number): Step & { do: 'count-crash' } {
  const sound = desired.crashedAt !== null && at - desired.crashedAt > soundHangingMs;
  return afterCrash(at, sound ? 1 : desired.crashCount + 1);
}

/** The first crash is mended at once, each further one waits twice as long, 5 minutes at most. */
function afterCrash(at: number, count: number): Step & { do: 'count-crash' } {
  const waitMs = count === 1 ? 0 : Math.min(1_000 * 2 ** (count - 1), longestWaitMs);
  return { do: 'count-crash', at, count, nextAttemptAt: at + waitMs };
}
