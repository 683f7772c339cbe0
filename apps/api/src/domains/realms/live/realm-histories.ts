import { historySpanMs, type RealmHistory, type RealmSample } from '@realmkeep/contract';
import { HistoryRing } from './history-ring.ts';
import type { RealmDirectory } from './realm-directory.ts';

/** The last hour of each realm that ran in it, as the driver told it to this process. */
export class RealmHistories {
  readonly #rings = new Map<string, HistoryRing>();
  readonly #since = Date.now();
  #swept = Date.now();

  constructor(directory: RealmDirectory) {
    directory.onChange(({ id, of, row }) => {
      if (of === 'observed') this.#note(directory, id, Date.now());
      else if (!row) this.#rings.delete(id);
    });
  }

  newest(id: string): RealmSample | null {
    return this.#rings.get(id)?.newest() ?? null;
  }

  of(id: string, now = Date.now()): RealmHistory {
    return {
      id,
      now,
      since: Math.max(this.#since, now - historySpanMs),
      samples: this.#rings.get(id)?.samples(now) ?? [],
    };
  }

  #note(directory: RealmDirectory, id: string, now: number): void {
    const observed = directory.observed(id);
    const state = observed?.phase === 'READY' && observed.silentSince === null ? observed.state : null;
    if (!state) return;
    const ring = this.#rings.get(id) ?? new HistoryRing();
    this.#rings.set(id, ring);
    ring.put(now, {
      players: state.players.length,
      tps: state.tps,
      cpu: state.resources.cpu,
      memoryBytes: Math.round(state.resources.memoryBytes),
    });
    this.#sweep(now);
  }

  /** Once an hour, so that what is off for long takes no memory. */
  #sweep(now: number): void {
    if (now - this.#swept < historySpanMs) return;
    this.#swept = now;
    for (const [id, ring] of this.#rings) if (ring.isOver(now)) this.#rings.delete(id);
  }
}
