import type { ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import type { RealmState } from '../control.ts';
import { controlEvents, type ControlAddress } from './control-client.ts';
import { parseControlFile } from './control-shape.ts';
import { holdsLock, processStart } from './process-identity.ts';
import { readOwned } from './realm-files.ts';
import { folderOwner } from './realm-folder.ts';
import type { RealmPaths } from './realm-paths.ts';
import type { RunRecord } from './realm-record.ts';

const MAX_CONTROL_BYTES = 4096;
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 1000;

export interface RunEnd {
  /** Null when it was killed, or when another driver started it: only a parent learns its child's code. */
  code: number | null;
  signal: string | null;
}

interface RunOptions {
  paths: RealmPaths;
  record: RunRecord;
  /** The process, if this driver started it: then its exit code will be known. */
  child: ChildProcess | null;
  closing: AbortSignal;
  onEvent: () => void;
  /** For how long it may tell no state before it is silent. */
  silenceMs: number;
  /** It is silent now; that it is heard again is told by an event. */
  onSilence: () => void;
}

/** One process of a realm, followed from when the driver knows of it to its end, or the driver's. */
export class RealmRun {
  /** The last state it told. */
  state: RealmState | null = null;
  /** Since when it is silent, though it lives: RealmFacts. */
  silentSince: number | null = null;
  /** Whether this driver has asked it to end. */
  asked = false;
  /** Resolves when it has told its first state. */
  readonly heard: Promise<void>;
  /** Resolves at its end; never when the driver is closed before. */
  readonly ended: Promise<RunEnd>;
  readonly #options: RunOptions;
  readonly #hear: () => void;
  readonly #end: (end: RunEnd) => void;
  readonly #silence: NodeJS.Timeout;

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
    return holdsLock(this.record.pid, this.#options.paths.lock);
  }

  /** How to reach the process; null before it has said so, or when the file is not this process's. */
  address(): ControlAddress | null {
    const { paths } = this.#options;
    const owner = folderOwner(paths);
    const text = owner === null ? null : readOwned(paths.control, owner, MAX_CONTROL_BYTES);
    const file = text === null ? null : parseControlFile(text);
    const { pid } = this.record;
    return file !== null && file.pid === pid && file.processStart === processStart(pid) ? file : null;
  }

  async #observe(): Promise<void> {
    const { child, closing } = this.#options;
    child?.once('exit', (code, signal) => {
      if (!closing.aborted) this.#end({ code, signal });
    });
    await this.#follow();
    clearTimeout(this.#silence);
    // An open driver keeps its own process going for the exit of its child, a closed one does not.
    if (closing.aborted) child?.unref();
    else if (child === null) this.#end({ code: null, signal: null });
  }

  /** Reads events as long as the process lives, anew after each break. The end of the stream is how its death is noticed. */
  async #follow(): Promise<void> {
    const { closing } = this.#options;
    let pause = SHORTEST_PAUSE_MS;
    while (!closing.aborted && this.lives()) {
      const address = this.address();
      if (address !== null && (await this.#readEvents(address))) pause = SHORTEST_PAUSE_MS;
      if (closing.aborted || !this.lives()) return;
      await this.#pause(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  /** Whether any came before the stream ended. */
  async #readEvents(address: ControlAddress): Promise<boolean> {
    const { closing, onEvent } = this.#options;
    let any = false;
    try {
      for await (const event of controlEvents(address, closing)) {
        any = true;
        this.#keepState(event.state);
        onEvent();
        this.#hear();
      }
    } catch {
      // Refused, cut or silent: what it means is seen by whether the process lives.
    }
    return any;
  }

  #keepState(state: RealmState): void {
    this.state = state;
    this.silentSince = null;
    this.#silence.refresh();
  }

  /** Until control.json is written, and without that for `ms`. */
  async #pause(ms: number): Promise<void> {
    const { paths, closing } = this.#options;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    const onAbort = (): void => resolve();
    closing.addEventListener('abort', onAbort, { once: true });
    const watcher = watchOrNull(paths.folder, (name) => {
      if (name === 'control.json') resolve();
    });
    await promise;
    watcher?.close();
    closing.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  }
}

/** Null where the kernel has no watch left or the folder is gone: then the pause's end has to do. */
function watchOrNull(folder: string, onChange: (name: string | null) => void): ReturnType<typeof watch> | null {
  try {
    return watch(folder, (_, name) => onChange(name)).on('error', () => undefined);
  } catch {
    return null;
  }
}
