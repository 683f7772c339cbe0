import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealmState } from '@realmkeep/realm-protocol';
import { controlEvents } from '../control/control-client.ts';
import type { RealmPaths } from '../folder/realm-paths.ts';
import type { RunRecord } from '../folder/realm-record.ts';

/** Players who waited for a realm to be READY join meanwhile. */
const comingInMs = 3000;
const shortestPauseMs = 5;
const longestPauseMs = 1000;

/** How a process's end is learnt of other than by its silence. */
export interface Exit {
  /** Resolves at its end, or never. */
  ended: Promise<RunEnd>;
  /** Waits for it no longer. */
  letGo: () => void;
}

export interface RunEnd {
  /** Null when it was killed, or when another driver started it: only a parent learns its child's code. */
  code: number | null;
  signal: string | null;
}

interface RunOptions {
  paths: RealmPaths;
  record: RunRecord;
  /** Null if nobody reports it: its exit code will then not be known. */
  exit: Exit | null;
  lives: () => boolean;
  closing: AbortSignal;
  onEvent: () => void;
  /** Called once: it is READY, and players who waited for that have had time to join. */
  onStarted: () => void;
  /** How long it may report no state before it counts as silent. */
  silenceMs: number;
  /** It has become silent; an event follows when it reports again. */
  onSilence: () => void;
}

/** One process of a realm, followed from when the driver learns of it to its end, or the driver's. */
export class RealmRun {
  /** Its last reported state. */
  state: RealmState | null = null;
  /** Since when it is silent, though it lives: ObservedState. */
  silentSince: number | null = null;
  /** Whether this driver has asked it to end. */
  asked = false;
  /** Resolves when it has reported its first state. */
  readonly heard: Promise<void>;
  /** Resolves at its end; never when the driver is closed before. */
  readonly ended: Promise<RunEnd>;
  readonly #options: RunOptions;
  readonly #hear: () => void;
  readonly #end: (end: RunEnd) => void;
  readonly #silence: NodeJS.Timeout;
  #readyAt: number | null = null;
  #isStarted = false;

  constructor(options: RunOptions) {
    this.#options = options;
    const heard = Promise.withResolvers<void>();
    this.heard = heard.promise;
    this.#hear = heard.resolve;
    const ended = Promise.withResolvers<RunEnd>();
    this.ended = ended.promise;
    this.#end = ended.resolve;
    this.#silence = setTimeout(() => {
      this.silentSince = Date.now();
      options.onSilence();
    }, options.silenceMs);
    void this.#observe();
  }

  get record(): RunRecord {
    return this.#options.record;
  }

  lives(): boolean {
    return this.#options.lives();
  }

  /** The socket of its control interface; null before it has answered there. */
  address(): string | null {
    return this.state === null ? null : this.#options.paths.control;
  }

  async #observe(): Promise<void> {
    const { exit, closing } = this.#options;
    void exit?.ended.then((end) => closing.aborted || this.#end(end));
    await this.#follow();
    clearTimeout(this.#silence);
    if (closing.aborted) exit?.letGo();
    else if (exit === null) this.#end({ code: null, signal: null });
  }

  /** Reads events as long as the process lives, reconnecting after each break. The end of the stream is how its death is noticed. */
  async #follow(): Promise<void> {
    const { closing } = this.#options;
    let pause = shortestPauseMs;
    while (!closing.aborted && this.lives()) {
      const began = performance.now();
      const any = await this.#readEvents();
      // Not if it ends each stream at once.
      if (any && performance.now() - began > longestPauseMs) pause = shortestPauseMs;
      if (closing.aborted || !this.lives()) return;
      await sleep(pause, undefined, { signal: closing }).catch(() => undefined);
      pause = Math.min(pause * 2, longestPauseMs);
    }
  }

  /** Whether any came before the stream ended. */
  async #readEvents(): Promise<boolean> {
    const { closing, onEvent, paths } = this.#options;
    let any = false;
    try {
      for await (const event of controlEvents(paths.control, closing)) {
        any = true;
        this.#keepState(event.state);
        onEvent();
        this.#hear();
      }
    } catch {
      // Refused, cut or silent: whether the process lives shows what it means.
    }
    return any;
  }

  #keepState(state: RealmState): void {
    this.state = state;
    this.silentSince = null;
    this.#silence.refresh();
    if (this.#isStarted || state.phase !== 'READY') return;
    this.#readyAt ??= performance.now();
    this.#isStarted = performance.now() - this.#readyAt > comingInMs;
    if (this.#isStarted) this.#options.onStarted();
  }
}

/** A shell, and bwrap, report with a code above 128 that a signal ended the process they waited for. */
export function endOf(code: number | null, signal: string | null): RunEnd {
  const [name = null] = Object.entries(constants.signals).find(([, number]) => code === 128 + number) ?? [];
  return name === null ? { code, signal } : { code: null, signal: name };
}
