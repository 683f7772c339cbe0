import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { emptyOwnedOver } from '@realmkeep/safe-fs';
import { FilesError } from '../files.ts';
import { RuntimeError, type RealmExit, type ObservedState } from '../runtime.ts';
import { callControl } from './control/control-client.ts';
import { holdWriting } from './control/hold-writing.ts';
import { RunningRealm } from './control/running-realm.ts';
import type { LocalPlace } from './local-place.ts';
import { removeTrash } from './user/owned-tree.ts';
import { folderOwner, logTail, moveToTrash, ownFolder } from './folder/realm-folder.ts';
import { realmPaths, type RealmPaths } from './folder/realm-paths.ts';
import {
  clearAsked,
  readExit,
  readRun,
  restoreRun,
  setAsked,
  wasAsked,
  wasOutOfRoom,
  writeExit,
  type RunRecord,
} from './folder/realm-record.ts';
import { RealmRun, type RunEnd } from './process/realm-run.ts';
import { userOf } from './process/start-process.ts';
import type { Started } from './engine.ts';
import { assertSaved } from './disk/disk-room.ts';

const startWithinMs = 20_000;
const destroyGraceMs = 10_000;
/** More than a realm-server takes to save its world, which gives up after 15 s, or 60 s with a Java server. */
export const stopWithinMs = 65_000;
const answerWithinMs = 5000;
const killWithinMs = 10_000;
const termAgainMs = 250;
const lockRetryMs = 50;
const letGoRetryMs = 2;
const unseen: RunEnd = { code: null, signal: null };
const maxLogBytes = 1024 * 1024;

/** With what a realm-server ends that may not start: its world has seen no smaller fencing token, or there is no such map. */
const refusals = new Map<number | null, 'token_refused' | 'unknown_map'>([
  [76, 'token_refused'],
  [65, 'unknown_map'],
]);

/** One realm of a local driver. Its methods must be called one at a time, except `observed`. */
export class LocalRealm {
  readonly #realmId: string;
  readonly #place: LocalPlace;
  readonly #paths: RealmPaths;
  readonly control: RunningRealm;
  #run: RealmRun | null = null;
  /** How the last run ended. */
  #last: { record: RunRecord; exit: RealmExit } | null = null;
  /** Resolves when what remains of the run has been put in order. */
  #settled: Promise<void> = Promise.resolve();

  constructor(place: LocalPlace, realmId: string) {
    this.#realmId = realmId;
    this.#place = place;
    this.#paths = realmPaths(place.dir, realmId);
    this.control = new RunningRealm(realmId, () => this.running());
  }

  observed(): ObservedState | null {
    const run = this.running();
    const record = run?.record ?? readRun(this.#paths);
    if (record === null || folderOwner(this.#paths) === null) return null;
    const state = run?.state ?? null;
    return {
      realmId: this.#realmId,
      fencingToken: record.fencingToken,
      phase: run === null ? 'EXITED' : (state?.phase ?? (run.asked ? 'STOPPING' : 'STARTING')),
      startedAt: run?.record.startedAt ?? null,
      silentSince: run?.silentSince ?? null,
      lostSince: null,
      endpoint: state?.phase === 'READY' ? { path: this.#paths.game, proxyProtocol: true } : null,
      state,
      exit: run === null ? this.#exitOf(record) : null,
    };
  }

  async ensure(spec: RealmSpec, fencingToken: number): Promise<ObservedState> {
    const deadline = Date.now() + startWithinMs;
    while (Date.now() < deadline) {
      const adopted = this.running();
      const run = adopted ?? (await this.#start(spec, fencingToken));
      if (run === null) {
        await this.#waitForLock();
        continue;
      }
      await this.#until(Promise.race([run.heard, run.ended]), deadline - Date.now());
      if (run.state !== null && run.lives()) {
        if (run.state.phase !== 'STOPPING') this.#unask(run);
        if (adopted === null) this.#place.tellStart(this.#realmId);
        const observed = this.observed();
        if (observed !== null) return observed;
      }
      if (adopted === null) throw await this.#failedStart(run);
      if (run.lives()) throw new RuntimeError('start_failed', `process ${run.record.pid} runs but does not answer`);
      await this.#until(this.#settled, killWithinMs);
    }
    throw new RuntimeError('start_failed', 'another driver holds the lock of the realm');
  }

  /** A running realm already has its folder. */
  async prepare(number: number): Promise<void> {
    await mkdir(this.#paths.driver, { recursive: true, mode: 0o700 });
    await this.#underLock(() => ownFolder(this.#paths, userOf(this.#place, number)));
  }

  async stop(graceMs: number, evenUnsaved = graceMs === 0): Promise<void> {
    const deadline = Date.now() + startWithinMs;
    for (;;) {
      const run = this.running();
      if (run !== null) return this.#end(run, graceMs, evenUnsaved);
      const { driver } = this.#paths;
      if (!existsSync(driver) || (await this.#underLock(() => this.#clear()))) return;
      // A process that has not written its record yet, or another driver at work.
      if (Date.now() > deadline) throw new Error('the lock of the realm is held by an unknown process');
      await this.#waitForLock();
    }
  }

  async stopIfEmpty(): Promise<boolean> {
    const run = this.running();
    const address = run?.address() ?? null;
    if (run === null || address === null) return run === null;
    // Noted before it is asked: it may end before it has answered.
    run.asked = true;
    setAsked(this.#paths, run.record);
    const answer = await callControl(address, 'POST', '/stop-if-empty', {}, answerWithinMs).catch((error: unknown) => {
      if (run.lives()) this.#unask(run);
      throw error;
    });
    if (answer.status !== 202) this.#unask(run);
    if (answer.status === 409) return false;
    if (answer.status !== 202) throw new Error(`POST /stop-if-empty was answered ${answer.status}`);
    await this.#end(run, stopWithinMs);
    return true;
  }

  /** To be called when it has no file agent, and none can start. */
  async destroy(): Promise<void> {
    const { driver, folder } = this.#paths;
    while (existsSync(folder) || existsSync(driver)) {
      await this.stop(destroyGraceMs, true);
      await mkdir(driver, { recursive: true, mode: 0o700 });
      let trash: string | null = null;
      await this.#underLock(async () => {
        await this.#clear();
        await this.#place.engine.clearFileAgents(this.#realmId);
        trash = await moveToTrash(this.#place.dir, this.#paths);
        await rm(this.#paths.game, { force: true });
        await rm(driver, { recursive: true, force: true, maxRetries: 2 });
      });
      if (trash !== null) await removeTrash(trash, this.#place.bounds);
    }
  }

  /** What a driver that was killed has left of a realm whose folder is gone; another driver may just be making one of that name. */
  async finishDestroying(): Promise<void> {
    await this.#underLock(async () => {
      if (existsSync(this.#paths.folder)) return;
      await this.#clear();
      await rm(this.#paths.game, { force: true });
      await rm(this.#paths.driver, { recursive: true, force: true, maxRetries: 2 });
    });
  }

  /** Does it while the realm writes nothing: because it is held, or does not run. */
  async whileStill<T>(task: (signal?: AbortSignal) => Promise<T>): Promise<T> {
    const address = this.running()?.address() ?? null;
    if (address === null) return this.whileStopped(task);
    using hold = await holdWriting(address);
    const done = await task(hold.signal);
    hold.signal.throwIfAborted();
    return done;
  }

  /** Does it while nothing can start the realm. @throws FilesError realm_running */
  async whileStopped<T>(task: () => Promise<T>): Promise<T> {
    if (this.running() !== null) throw new FilesError('realm_running');
    await mkdir(this.#paths.driver, { recursive: true, mode: 0o700 });
    using lock = await this.#place.engine.holdOff(this.#paths);
    if (lock === null) throw new FilesError('realm_running');
    return await task();
  }

  /**
   * For a new driver. Resolves when the running process has reported its state, has ended, or has been silent for `ms`. Removes leftovers
   * of one that ended while there was no driver.
   */
  async takeOver(ms: number): Promise<void> {
    if (this.running() === null && this.#place.engine.hasLeft(this.#realmId))
      await this.#underLock(() => this.#clear());
    const run = this.running();
    if (run !== null) await this.#until(Promise.race([run.heard, run.ended]), ms);
  }

  /** The running process; one that this driver does not know yet is adopted. */
  running(): RealmRun | null {
    if (this.#run !== null) return this.#run;
    const record = readRun(this.#paths);
    return record !== null && this.#place.engine.lives(this.#paths, record) ? this.#attach(record, null) : null;
  }

  async #start(spec: RealmSpec, fencingToken: number): Promise<RealmRun | null> {
    const started = await this.#place.engine.start(this.#paths, spec, fencingToken);
    return started && this.#attach(started.record, started);
  }

  #attach(record: RunRecord, started: Started | null): RealmRun {
    const { closing, engine, silenceMs } = this.#place;
    const run = new RealmRun({
      paths: this.#paths,
      record,
      exit: started?.exit ?? engine.exitOf(this.#paths, record),
      lives: () => engine.lives(this.#paths, record),
      closing,
      onEvent: () => this.#tell(),
      // A realm that ends meanwhile no longer needs it.
      onStarted: () => void engine.endStart?.(this.#realmId).catch(() => undefined),
      silenceMs,
      onSilence: () => this.#publishObserved(),
    });
    this.#run = run;
    this.#settled = run.ended.then((end) => this.#settle(run, started, end));
    // Those who await it get the error; perhaps nobody does.
    this.#settled.catch(() => undefined);
    return run;
  }

  #tell(): void {
    // Its log has no other bound: the process writes it without the driver.
    const owner = folderOwner(this.#paths);
    if (owner !== null) emptyOwnedOver(this.#paths.log, owner, maxLogBytes);
    this.#publishObserved();
  }

  #publishObserved(): void {
    const observed = this.observed();
    if (observed !== null) this.#place.publish(observed);
  }

  /** After the process's end. A start that never reported is known only by the failure of `ensure`. */
  async #settle(run: RealmRun, started: Started | null, end: RunEnd): Promise<void> {
    const refused = started !== null && run.state === null && refusals.has(end.code);
    try {
      await this.#underLockOf(run, async () => {
        if (refused) restoreRun(this.#paths, started.before);
        else this.#keepExit(run.record, run.asked || wasAsked(this.#paths, run.record), end);
        await this.#clear();
      });
    } finally {
      this.#run = null;
      if (started === null || run.state !== null) this.#publishObserved();
    }
  }

  async #failedStart(run: RealmRun): Promise<RuntimeError> {
    const { pid } = run.record;
    const silent = run.lives();
    this.#kill(run, 'SIGKILL');
    if (!(await this.#until(this.#settled, killWithinMs))) throw new Error(`process ${pid} does not end`);
    const { code, signal } = await run.ended;
    const how = silent ? `was silent for ${startWithinMs} ms` : `ended with ${code ?? signal}`;
    return new RuntimeError(
      refusals.get(code) ?? 'start_failed',
      `the realm's process ${how}: ${logTail(this.#paths)}`,
    );
  }

  /** Of a stop that a driver's end has cut short the process does not know. */
  #unask(run: RealmRun): void {
    run.asked = false;
    clearAsked(this.#paths);
  }

  async #end(run: RealmRun, graceMs: number, evenUnsaved = false): Promise<void> {
    const { pid } = run.record;
    const deadline = Date.now() + graceMs;
    // A realm that is already ending by itself after a fault was not asked to: its end counts as a crash.
    if (run.state?.phase !== 'STOPPING') {
      run.asked = true;
      setAsked(this.#paths, run.record);
    }
    const isTold = await this.#tellToStop(run, graceMs);
    do {
      // Again: as the first of its namespace it hears no signal before it has asked for it.
      if (!isTold) this.#kill(run, 'SIGTERM');
      const wait = deadline - Date.now();
      if (await this.#until(this.#settled, isTold ? wait : Math.min(wait, termAgainMs))) return;
    } while (Date.now() < deadline);
    if (!evenUnsaved) await assertSaved(run, this.#place.dir);
    this.#kill(run, 'SIGKILL');
    if (!(await this.#until(this.#settled, killWithinMs))) throw new Error(`process ${pid} does not end`);
  }

  #kill({ record }: RealmRun, signal: 'SIGTERM' | 'SIGKILL'): void {
    this.#place.engine.kill(this.#paths, record, signal);
  }

  /** Whether it has promised to end. */
  async #tellToStop(run: RealmRun, graceMs: number): Promise<boolean> {
    const address = run.address();
    if (address === null) return false;
    const within = Math.min(answerWithinMs, Math.max(1, graceMs));
    return callControl(address, 'POST', '/stop', {}, within).then(
      ({ status }) => status === 202,
      () => false,
    );
  }

  #exitOf(record: RunRecord): RealmExit {
    const { pid, fencingToken } = record;
    if (this.#last?.record.pid === pid && this.#last.record.fencingToken === fencingToken) return this.#last.exit;
    // Without one it ended while no driver looked.
    return readExit(this.#paths, record) ?? this.#keepExit(record, wasAsked(this.#paths, record));
  }

  #keepExit(record: RunRecord, asked: boolean, end = unseen): RealmExit {
    const exit = {
      asked,
      ...end,
      outOfRoom: wasOutOfRoom(this.#paths, record),
      at: Date.now(),
      tail: logTail(this.#paths),
    };
    this.#last = { record, exit };
    writeExit(this.#paths, record, exit);
    return exit;
  }

  #clear(): Promise<void> {
    return this.#place.engine.clear(this.#realmId);
  }

  /** Whether the task was done; it is not when a process holds the lock or the realm is absent. */
  async #underLock(task: () => Promise<void>): Promise<boolean> {
    if (!existsSync(this.#paths.driver)) return false;
    using lock = await this.#place.engine.holdOff(this.#paths);
    if (lock === null) return false;
    await task();
    return true;
  }

  /** The same once an ending run's lock is released, which is when its last thread is gone, a moment after the rest. */
  async #underLockOf({ record }: RealmRun, task: () => Promise<void>): Promise<void> {
    const deadline = Date.now() + killWithinMs;
    while (existsSync(this.#paths.driver) && !(await this.#underLock(task))) {
      const present = readRun(this.#paths);
      if (present?.pid !== record.pid || present.fencingToken !== record.fencingToken) return; // Another driver has started the realm.
      if (Date.now() > deadline) throw new Error(`process ${record.pid} does not let go of its lock`);
      await sleep(letGoRetryMs, undefined, { signal: this.#place.closing });
    }
  }

  /** While another driver starts or removes the realm. */
  async #waitForLock(): Promise<void> {
    await sleep(lockRetryMs, undefined, { signal: this.#place.closing });
  }

  #until(promise: Promise<unknown>, ms: number): Promise<boolean> {
    return until(promise, Math.max(0, ms), this.#place.closing);
  }
}

/** Whether the promise is settled within `ms`. @throws its error, or the signal's reason. */
async function until(promise: Promise<unknown>, ms: number, signal: AbortSignal): Promise<boolean> {
  const timer = new AbortController();
  const either = AbortSignal.any([timer.signal, signal]);
  const late = sleep(ms, false, { signal: either }).catch(() => false);
  try {
    const done = await Promise.race([promise.then(() => true), late]);
    signal.throwIfAborted();
    return done;
  } finally {
    timer.abort();
  }
}
