import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** What an account may ask for by all its connections: so many requests at once, and so many a second. */
const atOnce = 4_000;
const perSecond = 2_000;
/** A request that moves this much of a file waits for the file anyway. */
const pieceBytes = 8 * 1024;
const pieceCost = 0.1;
/** What is answered without waiting is answered in one turn of the process, in which nothing else is done: at most so many. */
const inOneTurn = 16;
/** An account that has been still for so long has its whole allowance again. */
const forgottenAfterMs = (atOnce / perSecond) * 1_000;
const mostRemembered = 1_000;

/** Holds back who asks by SFTP without end. */
export class RequestPace {
  readonly #accounts = new Map<string, { left: number; at: number }>();
  #inThisTurn = 0;

  /** To be called after each answer; resolves when the account may ask again. @param bytes of the request or the answer, whichever is more */
  async spend(userId: string, bytes: number, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const { left, at } = this.#accounts.get(userId) ?? { left: atOnce, at: now };
    const after = Math.min(atOnce, left + ((now - at) * perSecond) / 1000) - (bytes >= pieceBytes ? pieceCost : 1);
    // Moved to the end: the first is whoever has been still for the longest.
    this.#accounts.delete(userId);
    this.#accounts.set(userId, { left: after, at: now });
    this.#forgetStill(now);
    if (after < 0) return sleep((-after * 1000) / perSecond, undefined, { signal });
    this.#inThisTurn += 1;
    if (this.#inThisTurn < inOneTurn) return;
    await setImmediate(undefined, { signal });
    this.#inThisTurn = 0;
  }

  #forgetStill(now: number): void {
    if (this.#accounts.size <= mostRemembered) return;
    for (const [userId, { at }] of this.#accounts) {
      if (now - at < forgottenAfterMs) return;
      this.#accounts.delete(userId);
    }
  }
}
