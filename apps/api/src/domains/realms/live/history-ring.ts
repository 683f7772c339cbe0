import type { RealmSample } from '@realmkeep/contract';
import { readSample, sampleBytes, stepOf, writeSample } from './history-samples.ts';

/** Steps of which the samples are held in memory: four minutes, by the end of which they are in the database. */
export const ringSteps = 24;

/** The last samples of one realm: a place for each step, which a later step takes over. */
export class HistoryRing {
  readonly #places = Buffer.alloc(ringSteps * sampleBytes);
  #newest = Number.NEGATIVE_INFINITY;

  /** Notes what was so; of what was so within one step the last remains. @param at in milliseconds since the epoch */
  put(at: number, sample: Omit<RealmSample, 'at'>): void {
    const step = stepOf(at);
    for (let skipped = Math.max(this.#newest + 1, step - ringSteps + 1); skipped < step; skipped += 1) {
      this.#places.fill(0, placeOf(skipped) * sampleBytes, (placeOf(skipped) + 1) * sampleBytes);
    }
    writeSample(this.#places, placeOf(step), sample);
    this.#newest = step;
  }

  newest(): RealmSample | null {
    return this.at(this.#newest);
  }

  /** What was so in the step; null where that is not known, or not any more. */
  at(step: number): RealmSample | null {
    if (step > this.#newest || step <= this.#newest - ringSteps) return null;
    return readSample(this.#places, placeOf(step), step);
  }

  /** The places of steps, one after the other; null where nothing is known of any. @param from with it; `to` without */
  copy(from: number, to: number): Buffer | null {
    const copy = Buffer.alloc((to - from) * sampleBytes);
    let isEmpty = true;
    for (let step = from; step < to; step += 1) {
      const sample = this.at(step);
      if (sample === null) continue;
      writeSample(copy, step - from, sample);
      isEmpty = false;
    }
    return isEmpty ? null : copy;
  }

  /** Whether nothing is known of this step, nor of any after it. */
  isBefore(step: number): boolean {
    return this.#newest < step;
  }
}

function placeOf(step: number): number {
  return step % ringSteps;
}
