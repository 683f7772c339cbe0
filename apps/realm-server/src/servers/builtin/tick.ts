import type { Squid } from './squid/squid.ts';

const tickMs = 50;
const windowMs = 5000;

/** The game's clock: twenty ticks a second while somebody is online, none otherwise. */
export class Tick {
  readonly #squid: Squid;
  /** When each tick of the last five seconds came. */
  #recent: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #due = 0;
  #began = 0;

  constructor(squid: Squid) {
    this.#squid = squid;
  }

  run(): void {
    if (this.#timer) return;
    this.#began = performance.now();
    this.#due = this.#began + tickMs;
    this.#recent = [];
    this.#timer = setTimeout(() => this.#tick(this.#began), tickMs);
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Ticks a second over the last five seconds (or since it runs), at most 20; null while it rests. */
  perSecond(): number | null {
    if (!this.#timer) return null;
    const now = performance.now();
    const span = Math.min(windowMs, now - this.#began);
    if (span < 1000) return 20;
    const ticks = this.#recent.filter((at) => at > now - span).length;
    return Math.min(20, Math.round((ticks * 10_000) / span) / 10);
  }

  #tick(last: number): void {
    const now = performance.now();
    this.#recent.push(now);
    if (this.#recent.length > windowMs / tickMs + 1) this.#recent.shift();
    this.#squid.tickCount += 1;
    this.#squid.emit('tick', (now - last) / 1000, this.#squid.tickCount);
    // Late ticks are caught up with one by one, but a long pause is not.
    this.#due = Math.max(this.#due + tickMs, now - tickMs);
    this.#timer = setTimeout(() => this.#tick(now), Math.max(1, this.#due - now));
  }
}
