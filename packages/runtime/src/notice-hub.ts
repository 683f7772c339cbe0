import type { ObservedState } from './runtime.ts';

/** Notices buffered for a slow reader, not counting the observed states it begins with and those of ended realms. */
export const watchBuffer = 512;

/** Hands every published notice to every watcher. */
export class NoticeHub {
  readonly #watchers = new Set<Watcher>();

  publish(notice: ObservedState): void {
    for (const watcher of this.#watchers) watcher.push(notice);
  }

  /** Begins with `present`, then what is published from this call on, until the signal aborts or the hub closes. */
  watch(signal: AbortSignal, present: ObservedState[]): AsyncIterable<ObservedState> {
    const watcher = new Watcher(present, () => this.#watchers.delete(watcher));
    this.#watchers.add(watcher);
    if (signal.aborted) watcher.end();
    else signal.addEventListener('abort', () => watcher.end(), { once: true });
    return watcher.notices();
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.end();
  }
}

class Watcher {
  #first: ObservedState[];
  #kept: ObservedState[] = [];
  #losable = 0;
  #ended = false;
  #wake = Promise.withResolvers<void>();
  readonly #onEnd: () => void;

  constructor(present: ObservedState[], onEnd: () => void) {
    this.#first = present;
    this.#onEnd = onEnd;
  }

  push(notice: ObservedState): void {
    this.#kept.push(notice);
    if (isLosable(notice)) this.#losable += 1;
    if (this.#losable > watchBuffer) {
      this.#kept.splice(this.#kept.findIndex(isLosable), 1);
      this.#losable -= 1;
    }
    this.#wake.resolve();
  }

  end(): void {
    this.#ended = true;
    this.#onEnd();
    this.#wake.resolve();
  }

  async *notices(): AsyncGenerator<ObservedState> {
    try {
      const first = this.#first;
      this.#first = [];
      for (const observed of first) {
        if (this.#ended) return;
        yield observed;
      }
      while (!this.#ended) {
        const notice = this.#kept.shift();
        if (notice === undefined) {
          this.#wake = Promise.withResolvers<void>();
          await this.#wake.promise;
        } else {
          if (isLosable(notice)) this.#losable -= 1;
          yield notice;
        }
      }
    } finally {
      this.end();
    }
  }
}

function isLosable(notice: ObservedState): boolean {
  return notice.phase !== 'EXITED';
}
