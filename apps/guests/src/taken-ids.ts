import type { Session, SessionsMay } from './session-policy.ts';

/** A session that takes ids without end has none at some moments: it is remembered for so many looks. */
const LOOKS = 8;

interface Seen {
  processorS: number;
  /** For how many looks more its guest counts as one that takes ids. */
  looks: number;
}

/**
 * How many ids of transactions and multixacts each guest takes. PostgreSQL tells how many all have taken together, and says nothing
 * of a statement that takes them in its midst: so they are shared out by the processor's time of the sessions that may have taken
 * any. A look may miss the one that takes them and see another with its one id: so each who may have counts, and only who was seen
 * with an id of late is found.
 */
export class TakenIds {
  readonly #seen = new Map<number, Seen>();
  /** Per guest, less what it may take in the time. */
  readonly #taken = new Map<string, number>();
  #lookedAt = 0;

  /**
   * @param taken by all together since the last call @param now milliseconds
   * @returns the names of those who have taken too many; they begin anew
   */
  judge(sessions: readonly Session[], taken: number, may: SessionsMay, now = Date.now()): Set<string> {
    const sinceS = (now - this.#lookedAt) / 1000;
    this.#lookedAt = now;
    const { used, takers } = this.#processorTimes(sessions, sinceS);
    const all = [...used.values()].reduce((sum, seconds) => sum + seconds, 0);
    const allowed = may.idsPerS * sinceS;
    const tooMany = new Set<string>();
    for (const name of new Set([...this.#taken.keys(), ...takers])) {
      const mine = all > 0 && takers.has(name) ? (taken * (used.get(name) ?? 0)) / all : 0;
      const left = (this.#taken.get(name) ?? 0) + mine - allowed;
      if (left > may.idsAtOnce) tooMany.add(name);
      if (left > 0 && left <= may.idsAtOnce) this.#taken.set(name, left);
      else this.#taken.delete(name);
    }
    return tooMany;
  }

  /** Per guest, of its sessions that may have taken ids since the last look; and the guests that were seen with one of late. */
  #processorTimes(sessions: readonly Session[], sinceS: number) {
    const used = new Map<string, number>();
    const takers = new Set<string>();
    const before = new Map(this.#seen);
    this.#seen.clear();
    for (const { pid, name, takesIds, transactionS, processorS } of sessions) {
      const seen = before.get(pid);
      const looks = takesIds ? LOOKS : Math.max(0, (seen?.looks ?? 0) - 1);
      this.#seen.set(pid, { processorS, looks });
      if (looks > 0) takers.add(name);
      // One transaction since before the last look, and still no id: it has taken none.
      if (!takesIds && transactionS > sinceS) continue;
      // Of another with that number before it, none is known.
      const spent = Math.max(0, processorS - (seen?.processorS ?? 0));
      used.set(name, (used.get(name) ?? 0) + spent);
    }
    return { used, takers };
  }
}
