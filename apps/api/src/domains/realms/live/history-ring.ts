import { historySpanMs, historyStepMs, type RealmSample } from '@realmkeep/contract';

const steps = historySpanMs / historyStepMs;
/** Step, players, tps, cpu, memory. */
const width = 5;

/**
 * The last hour of one realm: a place for each step, which the step an hour later takes over. 14 KiB, however long the realm runs. Times
 * in milliseconds since the epoch.
 */
export class HistoryRing {
  readonly #places = new Float64Array(steps * width).fill(Number.NaN);
  #newest = Number.NEGATIVE_INFINITY;

  /** Notes what was so; of what was so within one step the last remains. */
  put(at: number, { players, tps, cpu, memoryBytes }: Omit<RealmSample, 'at'>): void {
    const step = Math.floor(at / historyStepMs);
    this.#places.set([step, players, tps ?? Number.NaN, cpu, memoryBytes], placeOf(step));
    this.#newest = step;
  }

  newest(): RealmSample | null {
    return this.#at(this.#newest);
  }

  /** Those of the hour before `now`, oldest first. */
  samples(now: number): RealmSample[] {
    const last = Math.floor(now / historyStepMs);
    return Array.from({ length: steps }, (_, index) => this.#at(last - steps + 1 + index)).filter(
      (sample) => sample !== null,
    );
  }

  /** Whether the hour before `now` has nothing. */
  isOver(now: number): boolean {
    return this.#newest <= Math.floor(now / historyStepMs) - steps;
  }

  #at(step: number): RealmSample | null {
    const place = placeOf(step);
    const [kept, players = 0, tps = Number.NaN, cpu = 0, memoryBytes = 0] = this.#places.subarray(place, place + width);
    if (kept !== step) return null;
    return { at: step * historyStepMs, players, tps: Number.isNaN(tps) ? null : tps, cpu, memoryBytes };
  }
}

function placeOf(step: number): number {
  return (step % steps) * width;
}
