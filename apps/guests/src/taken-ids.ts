import type { Session, SessionsMay } from './session-policy.ts';

/** A session that takes ids without end has none at some moments: it is remembered for so many looks. */
const LOOKS = 8;

/**
 * How many ids of transactions and multixacts each guest takes. PostgreSQL tells how many all have taken together, and says nothing
 * of a statement that takes them in its midst: so they are shared out by the processor's time of the sessions that took any.
 */
export class TakenIds {
  readonly #seen = new Map<number, { processorS: number; looks: number }>();
  /** Per guest, less what it may take in the time. */
  readonly #taken = new Map<string, number>();
  #lookedAt = 0;

  /**
   * @param taken by all together since the last call @param now milliseconds
   * @returns the names of those who have taken too many; they begin anew
   */
  judge(sessions: readonly Session[], taken: number, may: SessionsMay, now = Date.now()): Set<string> {
    const used = this.#processorTimes(sessions);
    const all = [...used.values()].reduce((sum, seconds) => sum + seconds, 0);
    const allowed = (may.idsPerS * (now - this.#lookedAt)) / 1000;
    this.#lookedAt = now;
    const tooMany = new Set<string>();
    for (const name of new Set([...this.#taken.keys(), ...used.keys()])) {
      const mine = all > 0 ? (taken * (used.get(name) ?? 0)) / all : 0;
      const left = (this.#taken.get(name) ?? 0) + mine - allowed;
      if (left > may.idsAtOnce) tooMany.add(name);
      if (left > 0 && left <= may.idsAtOnce) this.#taken.set(name, left);
      else this.#taken.delete(name);
    }
    return tooMany;
  }

  /** Per guest: since the last look, of those of its sessions that have taken ids of late. */
  #processorTimes(sessions: readonly Session[]): Map<string, number> {
    const used = new Map<string, number>();
    const before = new Map(this.#seen);
    this.#seen.clear();
    for (const { pid, name, hasId, processorS } of sessions) {
      const seen = before.get(pid);
      const looks = hasId ? LOOKS : Math.max(0, (seen?.looks ?? 0) - 1);
      this.#seen.set(pid, { processorS, looks });
      // Of another with that number before it, none is known.
      const since = Math.max(0, processorS - (seen?.processorS ?? 0));
      if (looks > 0) used.set(name, (used.get(name) ?? 0) + since);
    }
    return used;
  }
}
