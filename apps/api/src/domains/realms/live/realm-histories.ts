import { historySpanMs, historyStepMs, type RealmHistory, type RealmSample } from '@realmkeep/contract';
import type { Db } from '../../../db/pool.ts';
import { deleteSamples, keepSamples, loadSamples, rowSteps } from './history-queries.ts';
import { HistoryRing, ringSteps } from './history-ring.ts';
import { readSample, stepOf } from './history-samples.ts';
import type { RealmDirectory } from './realm-directory.ts';

const spanSteps = historySpanMs / historyStepMs;
/** The steps written together, in one row per realm. */
const minuteSteps = 6;

/**
 * The last hour of each realm that ran in it: the last minutes as reported by the driver to this process, and earlier ones as written by the
 * process that led.
 */
export class RealmHistories {
  readonly #db: Db;
  readonly #rings = new Map<string, HistoryRing>();
  /** The first step that this process has not written down. */
  #unkept = stepOf(Date.now());
  #forgotten = this.#unkept;

  constructor(db: Db, directory: RealmDirectory) {
    this.#db = db;
    directory.onChange(({ id, of, row }) => {
      if (of === 'observed') this.#note(directory, id, Date.now());
      else if (!row) this.#rings.delete(id);
    });
  }

  newest(id: string): RealmSample | null {
    return this.#rings.get(id)?.newest() ?? null;
  }

  async of(id: string, now = Date.now()): Promise<RealmHistory> {
    const last = stepOf(now);
    const from = last - spanSteps + 1;
    const rows = await loadSamples(this.#db, id, { from, to: last });
    const kept = new Map(rows.map(({ number, samples }) => [number, samples]));
    const ring = this.#rings.get(id);
    const samples = Array.from({ length: spanSteps }, (_, index) => {
      const step = from + index;
      const row = kept.get(Math.floor(step / rowSteps));
      return ring?.at(step) ?? (row ? readSample(row, step % rowSteps, step) : null);
    });
    return { id, now, since: now - historySpanMs, samples: samples.filter((sample) => sample !== null) };
  }

  /**
   * Writes what is known of past minutes, or with `now` also of this one, and deletes what is older than an hour. Done by the
   * process that leads; two would write the same.
   */
  async keep(upTo: 'minute' | 'now' = 'minute'): Promise<void> {
    const now = stepOf(Date.now());
    const end = upTo === 'now' ? now + 1 : minuteOf(now);
    // Of what was before nothing is known any more.
    let from = Math.max(this.#unkept, end - ringSteps);
    if (from >= end) return;
    while (from < end) {
      const to = Math.min(end, minuteOf(from) + minuteSteps);
      const known = [...this.#rings].flatMap(([realmId, ring]) => {
        const samples = ring.copy(from, to);
        return samples ? { realmId, samples } : [];
      });
      await keepSamples(this.#db, from, known);
      this.#unkept = to;
      from = to;
    }
    await deleteSamples(this.#db, now - spanSteps);
  }

  #note(directory: RealmDirectory, id: string, now: number): void {
    const observed = directory.observed(id);
    const state =
      observed?.phase === 'READY' && observed.silentSince === null && observed.lostSince === null
        ? observed.state
        : null;
    if (!state) return;
    const ring = this.#rings.get(id) ?? new HistoryRing();
    this.#rings.set(id, ring);
    ring.put(now, {
      players: state.players.length,
      tps: state.tps,
      cpu: state.resources.cpu,
      memoryBytes: Math.round(state.resources.memoryBytes),
    });
    this.#forget(stepOf(now));
  }

  /** Done from time to time, so that realms that are off take no memory. */
  #forget(now: number): void {
    const first = now - ringSteps + 1;
    if (this.#forgotten >= first) return;
    this.#forgotten = now;
    for (const [id, ring] of this.#rings) if (ring.isBefore(first)) this.#rings.delete(id);
  }
}

/** The first step of its minute. */
function minuteOf(step: number): number {
  return step - (step % minuteSteps);
}
