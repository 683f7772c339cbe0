import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { networkOf } from '../http/connections/network.ts';

const mostRemembered = 1_000;

interface Rates {
  /** What one may spend in a second, and at once after a while of nothing. */
  perSecond: number;
  atOnce: number;
  /** What those who have exceeded their allowance may spend per second together. Others never wait for them. */
  ofAllPerSecond?: number;
}

/** What each may spend. */
export class Allowances {
  readonly #perSecond: number;
  readonly #atOnce: number;
  readonly #ofAllPerSecond: number;
  /** What each had left at a given time, which is in the future for those in debt. The longest idle one first. */
  readonly #known = new Map<string, { left: number; at: number }>();

  constructor({ perSecond, atOnce, ofAllPerSecond = Infinity }: Rates) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#ofAllPerSecond = ofAllPerSecond;
  }

  /** @returns for how many milliseconds to wait before anything more is spent */
  spend(who: string, cost: number): number {
    const now = performance.now();
    const { left, at } = this.#known.get(who) ?? { left: this.#atOnce, at: now };
    const from = Math.max(now, at);
    const after = Math.min(this.#atOnce, left + ((from - at) * this.#perSecond) / 1000) - cost;
    this.#known.delete(who);
    const isOver = after < 0;
    const until = isOver ? from - (after * 1000) / this.#rateOfDebtors(now) : from;
    this.#known.set(who, { left: Math.max(0, after), at: until });
    this.#forgetStill(now);
    return until - now;
  }

  /** Of each, with one more. */
  #rateOfDebtors(now: number): number {
    const others = [...this.#known.values()].filter(({ at }) => at > now).length;
    return Math.min(this.#perSecond, this.#ofAllPerSecond / (others + 1));
  }

  /** Drops those that have been idle long enough to have the whole allowance again. */
  #forgetStill(now: number): void {
    if (this.#known.size <= mostRemembered) return;
    for (const [who, { left, at }] of this.#known) {
      if (left + ((now - at) * this.#perSecond) / 1000 < this.#atOnce) return;
      this.#known.delete(who);
    }
  }
}

/**
 * Programs open a dozen connections at the same moment, each with the same password. They are checked one after the other, so that
 * a successful one has returned its attempt before the next is counted.
 */
export class LoginTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  take<T>(username: string, ip: string, task: () => Promise<T>): Promise<T> {
    const key = `${username.toLowerCase()} ${networkOf(ip)}`;
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(task, task);
    this.#last.set(key, turn);
    const leave = (): void => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    turn.then(leave, leave);
    return turn;
  }
}

/** What an account may ask for by all its connections to this process: so many requests at once, and so many a second. */
const requests = { atOnce: 4_000, perSecond: 2_000 };
/** A request that moves this much of a file waits for the file anyway. */
const pieceBytes = 8 * 1024;
const pieceCost = 0.1;
/** How many immediate answers are given in one turn of the event loop, in which nothing else is done. */
const inOneTurn = 16;

/** Holds back who asks by SFTP without end. */
export class RequestPace {
  readonly #accounts = new Allowances(requests);
  #inThisTurn = 0;

  /** To be called after each answer; resolves when the account may ask again. @param bytes of the request or the answer, whichever is more */
  async spend(userId: string, bytes: number, signal: AbortSignal): Promise<void> {
    const waitMs = this.#accounts.spend(userId, bytes >= pieceBytes ? pieceCost : 1);
    if (waitMs > 0) return sleep(waitMs, undefined, { signal });
    this.#inThisTurn += 1;
    if (this.#inThisTurn < inOneTurn) return;
    await setImmediate(undefined, { signal });
    this.#inThisTurn = 0;
  }
}
