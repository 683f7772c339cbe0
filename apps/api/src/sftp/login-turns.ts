import { networkOf } from '../http/connections/network.ts';

/**
 * Programs open a dozen connections at the same moment, each with the same password. One after the other they are looked at, so that
 * a right one has given back what it took before the next is counted.
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
