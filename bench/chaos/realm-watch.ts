import type { Builder } from './builder.ts';
import { lastRun, processesOfRealms } from './processes.ts';

export interface WatchedRealms {
  dataDir: string;
  /** Host names of the running realms, by id. */
  realms: ReadonlyMap<string, string>;
  /** The players in each realm. */
  builders: ReadonlyMap<string, readonly Builder[]>;
  /** Within this time every realm must have a player again. */
  backWithinMs: number;
}

/** Checks on request whether a realm runs twice or with an older fencing token, and whether every realm has a player. */
export class RealmWatch {
  readonly problems = new Set<string>();
  longestOutMs = 0;
  readonly #watched: WatchedRealms;
  readonly #outSince = new Map<string, number>();
  readonly #runs = new Map<string, { pid: number; fencingToken: number }>();

  constructor(watched: WatchedRealms) {
    this.#watched = watched;
  }

  /** Restarts the time within which players must be back. */
  forgive(): void {
    this.#outSince.clear();
  }

  look(): void {
    const { dataDir, realms, builders, backWithinMs } = this.#watched;
    const now = Date.now();
    for (const [id, pids] of processesOfRealms(dataDir, [...realms.keys()])) {
      const name = realms.get(id) ?? id;
      if (pids.size > 1) this.problems.add(`${name} ran twice: processes ${[...pids].join(', ')}`);
      const [run, before] = [lastRun(dataDir, id), this.#runs.get(id)];
      if (run && before && run.pid !== before.pid && run.fencingToken <= before.fencingToken)
        this.problems.add(`${name} was started with fencing token ${run.fencingToken} after ${before.fencingToken}`);
      if (run) this.#runs.set(id, run);

      if (builders.get(id)?.some(({ isIn }) => isIn)) this.#outSince.delete(id);
      else if (!this.#outSince.has(id)) this.#outSince.set(id, now);
      const outMs = now - (this.#outSince.get(id) ?? now);
      this.longestOutMs = Math.max(this.longestOutMs, outMs);
      if (outMs > backWithinMs) this.problems.add(`nobody was in ${name} for more than ${backWithinMs} ms`);
    }
  }

  /** The final check: each realm has exactly one process. */
  lookLast(): void {
    const { dataDir, realms } = this.#watched;
    for (const [id, pids] of processesOfRealms(dataDir, [...realms.keys()])) {
      if (pids.size !== 1) this.problems.add(`${pids.size} processes run ${realms.get(id)} at the end`);
    }
  }
}
