import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Tier, tierLimits } from '@realmkeep/contract';
import type { RealmSettings, RealmState } from '@realmkeep/realm-protocol';
import { FilesError, isRuntimeError, type RealmRuntime } from '@realmkeep/runtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../db/pool.ts';
import { failureLevel } from '../../../http/errors.ts';
import type { Turn } from './lead.ts';
import type { MemoryQueue } from './memory-queue.ts';
import { recordOutOfRoom } from './out-of-room.ts';
import { activeRealmIds, isAtRest } from '../live/directory-queries.ts';
import type { RealmDirectory } from '../live/realm-directory.ts';
import { countCrash, nextStep, type Step, type DesiredState } from './reconcile-policy.ts';
import {
  loadRealms,
  type RealmRow,
  recordActivity,
  recordAsleep,
  recordAwake,
  recordBegan,
  recordCrash,
  recordSpawn,
  removeRealm,
  nextFencingToken,
} from '../realm-queries.ts';
import { runMs, type RunnableServer, settingsOf, specOf, startMs, unmanagedMs } from './realm-spec.ts';

/** Realms worked on at once per host, and per account: one that does not end may take a minute of its turn. */
const parallel = 16;
const parallelEach = 4;
/** How often missed changes are looked for. */
const sweepMs = 30_000;
/** More than a realm takes to save its world, which it gives up after 60 s at most. */
const stopGraceMs = 65_000;
const activityMs = 60_000;
const noteAgainMs = 500;
/** When a realm that could not sleep, because somebody joined, is looked at again. */
const sleepRetryMs = 5_000;
/** When a realm whose row is still needed is looked at again. */
const removeRetryMs = 1_000;
/** A realm that is empty for this long while others wait for memory sleeps. */
const pressedIdleMs = 2 * 60_000;
/** When a realm that found no room is looked at again: sooner than what waits for it there gives up. */
const roomRetryMs = 10_000;
const longestWaitMs = 5 * 60_000;

interface Parts {
  turn: Turn;
  db: Db;
  runtime: RealmRuntime;
  directory: RealmDirectory;
  memory: MemoryQueue;
  /** The host that players know the installation by. */
  site: string;
  /** Gives a realm that has not begun yet the world that its owner has brought along. @throws where that is not to be had */
  placeOwnWorld: (row: RealmRow) => Promise<void>;
  /** What a server in Java is started with. @throws where that is not to be had */
  javaServer: (row: RealmRow, stopping: AbortSignal) => Promise<RunnableServer | undefined>;
  /** Whether this machine may run the kernel. */
  mayRun: (kernel: string) => boolean;
  /** Gives a realm a host before its first start; null where the api's machine runs the realms. */
  place: ((id: string) => Promise<string>) | null;
  log: FastifyBaseLogger;
}

/**
 * Moves the observed state to the desired one, one realm at a time each, and starts again from both after any crash. Only the process
 * that leads runs one.
 */
export class Reconciler {
  readonly #parts: Parts;
  readonly #waiting = new Set<string>();
  /** With whose they are, and where. */
  readonly #busy = new Map<string, { account: string; host: string | null }>();
  /** When to look again, in milliseconds since the epoch. */
  readonly #again = new Map<string, { at: number; timer: NodeJS.Timeout }>();
  /** The digest of the settings that each realm has. */
  readonly #settled = new Map<string, string>();
  /** Realms whose present or last run was seen READY. */
  readonly #ready = new Set<string>();
  readonly #active = new Map<string, number>();
  /** Realms whose reports are being stored, or were a moment ago. */
  readonly #noting = new Set<string>();
  /** Failures in a row: the more, the longer until the next try. */
  readonly #failures = new Map<string, number>();
  readonly #sweep: NodeJS.Timeout;
  #looking: Promise<void>;
  readonly #unlisten: () => void;
  #idle: (() => void) | null = null;
  readonly #stopping = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#unlisten = parts.directory.onChange(({ id, of, row }) => {
      if (row && isAtRest(row) && !parts.directory.isLive(id)) this.#forget(id);
      else if (of === 'row' || !this.#isAsDesired(row)) this.#look(id);
      if (of === 'observed') this.#note(id);
    });
    this.#sweep = setInterval(() => {
      this.#looking = this.#lookAtWhatDiffers();
    }, sweepMs);
    for (const id of parts.directory.live()) this.#look(id);
    this.#looking = this.#lookAtWhatDiffers();
  }

  /** Starts nothing more, and waits for what has started. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#unlisten();
    clearInterval(this.#sweep);
    for (const { timer } of this.#again.values()) clearTimeout(timer);
    this.#waiting.clear();
    await this.#looking;
    if (this.#busy.size > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Looks at realms that should run and do not, and that run and should not. Those that run as they should report by themselves. */
  async #lookAtWhatDiffers(): Promise<void> {
    const { db, directory, log } = this.#parts;
    const live = new Set(directory.live());
    try {
      for await (const ids of activeRealmIds(db)) {
        for (const id of ids) if (!live.delete(id)) this.#look(id);
      }
      for (const id of live) this.#look(id);
    } catch (error) {
      log[failureLevel(error)]({ err: error }, 'failed to look for realms that are not as they should be');
    }
  }

  /** Whether a running realm's report leaves nothing to do, as most do: each look costs a query and a call to the realm's host. */
  #isAsDesired(row: RealmRow | null): boolean {
    if (!row || !this.#ready.has(row.id) || this.#failures.has(row.id)) return false;
    const { directory, site } = this.#parts;
    const step = nextStep(this.#desiredStateOf(row), directory.observed(row.id), Date.now());
    if (step.do !== 'settle' || step.again !== (this.#again.get(row.id)?.at ?? null)) return false;
    return this.#settled.get(row.id) === digestOf(settingsOf(row, site, step.closesAt));
  }

  #look(id: string): void {
    if (this.#stopped) return;
    this.#waiting.add(id);
    this.#work();
  }

  #work(): void {
    for (const id of this.#waiting) {
      const row = this.#parts.directory.row(id);
      const [account, host] = [row?.owner_id ?? '', row?.host_id ?? null];
      const busy = [...this.#busy.values()];
      // Where there are no hosts, none of the others has a turn either.
      if (busy.length >= parallel && this.#parts.place === null) return;
      const isFull = busy.filter((one) => one.host === host).length >= parallel;
      if (isFull || this.#busy.has(id) || busy.filter((one) => one.account === account).length >= parallelEach)
        continue;
      this.#waiting.delete(id);
      this.#busy.set(id, { account, host });
      void this.#reconcile(id).finally(() => {
        this.#busy.delete(id);
        if (this.#stopped && this.#busy.size === 0) this.#idle?.();
        this.#work();
      });
    }
  }

  async #reconcile(id: string): Promise<void> {
    const { db, runtime, log } = this.#parts;
    try {
      const [row] = await loadRealms(db, [id]);
      if (!row) return this.#forget(id);
      const desired = this.#desiredStateOf(row);
      const observed = await runtime.inspect(id);
      await this.#take(nextStep(desired, observed, Date.now()), row, desired, observed?.fencingToken ?? 0);
      this.#failures.delete(id);
    } catch (error) {
      // Its host is reported once, where it is watched, and its realms are looked at when it is back.
      if (isRuntimeError(error, 'unreachable')) return this.#lookAgain(id, Date.now() + sweepMs);
      if (isRuntimeError(error, 'no_room')) {
        log.warn({ err: error, realmId: id }, 'failed to find room for a realm, which waits for it');
        return this.#lookAgain(id, Date.now() + roomRetryMs);
      }
      const failures = (this.#failures.get(id) ?? 0) + 1;
      this.#failures.set(id, failures);
      log[failureLevel(error)]({ err: error, realmId: id, failures }, 'failed to bring a realm to its desired state');
      this.#lookAgain(id, Date.now() + Math.min(1_000 * 2 ** failures, longestWaitMs));
    }
  }

  #desiredStateOf(row: RealmRow): DesiredState {
    const { memory, mayRun } = this.#parts;
    return { ...desiredStateOf(row, memory.presses(row.host_id), mayRun), wasReady: this.#ready.has(row.id) };
  }

  async #take(step: Step, row: RealmRow, desired: DesiredState, seenToken: number): Promise<void> {
    const { turn, db, runtime, log } = this.#parts;
    const { id } = row;
    // What this process knows may be old: the present leader goes on from the actual state.
    if (!turn.lasts()) return;
    if (step.do !== 'settle' && step.do !== 'nothing') log.info({ realmId: id, step }, 'realm step');
    switch (step.do) {
      case 'nothing':
        return this.#lookAgain(id, step.again);
      case 'destroy':
        await runtime.destroy(id);
        if (!(await removeRealm(db, id))) this.#lookAgain(id, Date.now() + removeRetryMs);
        return;
      case 'stop':
        return runtime.stop(id, stopGraceMs);
      case 'give-up':
        await runtime.stop(id, 0);
        return this.#count(id, countCrash(desired, Date.now()));
      case 'count-crash':
        return this.#count(id, step);
      case 'shut-out':
        log.error({ realmId: id }, 'a realm was stopped because it was filling the disk');
        return recordOutOfRoom(db, id, new Date(step.at));
      case 'start':
        // A waiting realm is looked at again when its place changes.
        await this.#parts.memory.start(await this.#placed(row), () => this.#start(row, desired, seenToken));
        return;
      case 'sleep':
        return this.#sleep(row);
      case 'close':
        await runtime.stop(id, stopGraceMs);
        return recordAsleep(db, row);
      case 'settle':
        this.#ready.add(id);
        this.#lookAgain(id, step.again);
        if (row.began_at === null) await recordBegan(db, id);
        return this.#settle(row, step.closesAt);
    }
  }

  async #start(row: RealmRow, desired: DesiredState, seenToken: number): Promise<void> {
    const { db, runtime, site, placeOwnWorld, javaServer } = this.#parts;
    this.#settled.delete(row.id);
    this.#ready.delete(row.id);
    const spec = await this.#attempt(row, desired, async () => {
      if (row.world_type === 'COMMUNITY' && row.began_at === null) await placeOwnWorld(row);
      return specOf(row, site, await javaServer(row, this.#stopping.signal));
    });
    if (!spec) return;
    // A jar may have been fetched for it: only now is it known whether the realm is still to run on it.
    const fencingToken = await nextFencingToken(db, row, seenToken);
    if (fencingToken !== null && (await this.#attempt(row, desired, () => runtime.ensure(spec, fencingToken)))) {
      this.#settled.set(row.id, digestOf(spec.settings));
    }
    // Its deadline must be noticed even if it reports nothing.
    this.#look(row.id);
  }

  async #placed(row: RealmRow): Promise<RealmRow> {
    const { place } = this.#parts;
    return place === null || row.host_id !== null ? row : { ...row, host_id: await place(row.id) };
  }

  /** A part of a start. @returns null if it has failed, which counts as a crash */
  async #attempt<T>(row: RealmRow, desired: DesiredState, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (this.#stopped) return null;
      // Too many other realms' files are in use: nothing was attempted.
      if (error instanceof FilesError && error.code === 'busy') throw error;
      // Perhaps it runs: it is neither counted nor begun anywhere else.
      if (isRuntimeError(error, 'unreachable') || isRuntimeError(error, 'no_room')) throw error;
      this.#parts.log.error({ err: error, realmId: row.id }, 'failed to start a realm');
      await this.#count(row.id, countCrash(desired, Date.now()));
      return null;
    }
  }

  async #count(id: string, crash: Step & { do: 'count-crash' }): Promise<void> {
    await recordCrash(this.#parts.db, id, crash.count, new Date(crash.at), new Date(crash.nextAttemptAt));
    this.#look(id);
  }

  /**
   * The realm itself knows best whether somebody is online or about to join. Recorded after its end: a realm that stopped without the record
   * is started again, and one with it has stopped.
   */
  async #sleep(row: RealmRow): Promise<void> {
    const { db, runtime } = this.#parts;
    const { id } = row;
    if (await runtime.stopIfEmpty(id)) return recordAsleep(db, row);
    await recordAwake(db, id);
    this.#lookAgain(id, Date.now() + sleepRetryMs);
  }

  /** A running realm gets the settings that it does not have yet. */
  async #settle(row: RealmRow, closesAt: number | null): Promise<void> {
    const settings = settingsOf(row, this.#parts.site, closesAt);
    const digest = digestOf(settings);
    if (this.#settled.get(row.id) === digest || !this.#parts.turn.lasts()) return;
    await this.#parts.runtime.apply(row.id, settings);
    this.#settled.set(row.id, digest);
  }

  /** @param at in place of an earlier time; null: not until something happens */
  #lookAgain(id: string, at: number | null): void {
    if (this.#stopped) return;
    clearTimeout(this.#again.get(id)?.timer);
    if (at === null) return void this.#again.delete(id);
    // A look too early does no harm, and timers know no wait of weeks.
    const wait = Math.min(Math.max(0, at - Date.now()), longestWaitMs) + 5;
    const timer = setTimeout(() => {
      this.#again.delete(id);
      this.#look(id);
    }, wait);
    this.#again.set(id, { at, timer });
  }

  #forget(id: string): void {
    clearTimeout(this.#again.get(id)?.timer);
    this.#again.delete(id);
    this.#settled.delete(id);
    this.#ready.delete(id);
    this.#active.delete(id);
    this.#failures.delete(id);
  }

  /**
   * Stores what a realm reports that must be known when it no longer runs: twice a second at most, as it may report something else without
   * end.
   */
  #note(id: string): void {
    const { directory, log } = this.#parts;
    const state = directory.observed(id)?.state;
    if (!state || this.#noting.has(id)) return;
    const writes = this.#notes(id, state);
    if (writes.length === 0) return;
    this.#noting.add(id);
    void Promise.all(writes)
      .then(() => sleep(noteAgainMs, undefined, { signal: this.#stopping.signal }))
      .then(
        () => this.#noting.delete(id) && this.#note(id),
        (error: unknown) => {
          this.#noting.delete(id);
          if (!this.#stopped) log.warn({ err: error, realmId: id }, 'failed to note what a realm reports');
        },
      );
  }

  #notes(id: string, { lastPlayedAt, players, spawn }: RealmState): Promise<void>[] {
    const { db, directory } = this.#parts;
    const row = directory.row(id);
    if (!row) return [];
    const noted = this.#active.get(id) ?? 0;
    const writes: Promise<void>[] = [];
    // Every minute while somebody is online, and exactly when the last one leaves.
    if (lastPlayedAt !== null && lastPlayedAt - noted >= (players.length > 0 ? activityMs : 1)) {
      this.#active.set(id, lastPlayedAt);
      writes.push(recordActivity(db, id, lastPlayedAt));
    }
    if (spawn && (row.spawn_x !== spawn.x || row.spawn_y !== spawn.y || row.spawn_z !== spawn.z))
      writes.push(recordSpawn(db, id, spawn));
    return writes;
  }
}

/** A twentieth of their text, and held for every running realm. */
function digestOf(settings: RealmSettings): string {
  return hash('sha256', JSON.stringify(settings), 'base64');
}

/** @param presses whether other realms wait for memory @param mayRun whether this machine may run the kernel */
function desiredStateOf(
  row: RealmRow,
  presses: boolean,
  mayRun: (kernel: string) => boolean,
): Omit<DesiredState, 'wasReady'> {
  const { idleMinutes } = tierLimits[row.ownerTier as Tier];
  return {
    deleted: row.deleted_at !== null,
    on: row.power === 'ON' && row.blocked_at === null && !row.world_held && row.inPlan && mayRun(row.kernel),
    restartToken: row.restart_lease,
    asleep: row.asleep_at !== null,
    idleMs: presses ? pressedIdleMs : idleMinutes * 60_000,
    startMs: startMs(row),
    runMs: runMs(row),
    unmanagedMs: unmanagedMs(row),
    planSince: row.ownerTierSince.getTime(),
    crashCount: row.crash_count,
    crashedAt: row.crashed_at?.getTime() ?? null,
    nextAttemptAt: row.next_attempt_at?.getTime() ?? null,
  };
}
