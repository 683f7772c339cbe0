import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Allowances } from './allowances.ts';

/** What an account may ask for by all its connections: so many requests at once, and so many a second. */
const requests = { atOnce: 4_000, perSecond: 2_000 };
/** A request that moves this much of a file waits for the file anyway. */
const pieceBytes = 8 * 1024;
const pieceCost = 0.1;
/** What is answered without waiting is answered in one turn of the process, in which nothing else is done: at most so many. */
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
