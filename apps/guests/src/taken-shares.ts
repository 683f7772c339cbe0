import type { Session } from './session-policy.ts';

/** A session that takes without end does not at some moments: it is remembered for so many looks. */
const keptLooks = 8;

interface Seen {
  processorS: number;
  /** For how many more checks its guest counts as a consumer. */
  looks: number;
}

/** A guest's allowance: a sustained rate per second, and a burst above it. */
export interface Pace {
  perS: number;
  atOnce: number;
}

/**
 * Attributes the consumption of a shared resource, such as transaction ids, to guests. PostgreSQL reports only the total, and nothing about
 * a statement that consumes ids while it runs. So the total is divided by the processor time of the sessions that may have consumed
 * any. A check may miss the real consumer and see another with a single id: so all candidates share the cost, and only guests that
 * were recently seen consuming are found.
 */
export class TakenShares {
  readonly #takes: (session: Session) => boolean;
  readonly #seen = new Map<number, Seen>();
  /** Consumption per guest, less its allowance for the time. */
  readonly #taken = new Map<string, number>();
  #lookedAt = 0;

  /** @param takes whether a session is seen to have taken some */
  constructor(takes: (session: Session) => boolean) {
    this.#takes = takes;
  }

  /**
   * @param taken by all together since the last call @param now milliseconds
   * @returns the names of those who consumed too much; their count starts over
   */
  judge(sessions: readonly Session[], taken: number, pace: Pace, now = Date.now()): Set<string> {
    const sinceS = (now - this.#lookedAt) / 1000;
    this.#lookedAt = now;
    const { used, takers } = this.#processorTimes(sessions, sinceS);
    const all = [...used.values()].reduce((sum, seconds) => sum + seconds, 0);
    const allowed = pace.perS * sinceS;
    const tooMuch = new Set<string>();
    for (const name of new Set([...this.#taken.keys(), ...takers])) {
      const mine = all > 0 && takers.has(name) ? (taken * (used.get(name) ?? 0)) / all : 0;
      const left = (this.#taken.get(name) ?? 0) + mine - allowed;
      if (left > pace.atOnce) tooMuch.add(name);
      if (left > 0 && left <= pace.atOnce) this.#taken.set(name, left);
      else this.#taken.delete(name);
    }
    return tooMuch;
  }

  /** Per guest, of its sessions that may have taken some since the last look; and the guests that were seen to of late. */
  #processorTimes(sessions: readonly Session[], sinceS: number) {
    const used = new Map<string, number>();
    const takers = new Set<string>();
    const before = new Map(this.#seen);
    this.#seen.clear();
    for (const session of sessions) {
      const { pid, name, transactionS, processorS } = session;
      const takes = this.#takes(session);
      const seen = before.get(pid);
      const looks = takes ? keptLooks : Math.max(0, (seen?.looks ?? 0) - 1);
      this.#seen.set(pid, { processorS, looks });
      if (looks > 0) takers.add(name);
      // One transaction since before the last look, and still none taken.
      if (!takes && transactionS > sinceS) continue;
      // Of another with that number before it, none is known.
      const spent = Math.max(0, processorS - (seen?.processorS ?? 0));
      used.set(name, (used.get(name) ?? 0) + spent);
    }
    return { used, takers };
  }
}
