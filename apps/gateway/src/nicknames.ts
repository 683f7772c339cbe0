import type { AccountAnswer, JoinBody, NicknameAnswer } from '@realmkeep/contract/gateway';
import { type ApiAccess, askApi } from './api.ts';

/** A joining player waits for it. */
const withinMs = 500;
/** How long an answer is kept: a player who joins repeatedly costs one question. */
const freshMs = 10_000;
const maxAnswers = 10_000;

interface Answer {
  askedAt: number;
  isUnregistered: Promise<boolean>;
}

/** Which nicknames belong to accounts, and which account a player has, according to the api. */
export class Nicknames {
  readonly #access: ApiAccess;
  /** By nickname in lower case, the oldest first. */
  readonly #answers = new Map<string, Answer>();

  constructor(access: ApiAccess) {
    this.#access = access;
  }

  /** Whether it is certain that no account has the nickname; false too when the api does not say so within 500 ms. */
  isUnregistered(nickname: string): Promise<boolean> {
    const key = nickname.toLowerCase();
    const known = this.#answers.get(key);
    if (known && performance.now() - known.askedAt < freshMs) return known.isUnregistered;
    const isUnregistered = this.#ask(key).catch(() => {
      // The next player asks again.
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
      return false;
    });
    const answer: Answer = { askedAt: performance.now(), isUnregistered };
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    if (this.#answers.size > maxAnswers) {
      const [oldest] = this.#answers.keys();
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
    return isUnregistered;
  }

  /**
   * The account that the player is remembered as in that realm, without a code; null too when the api does not say so within 500 ms. Asked
   * each time, since it may end at any moment.
   */
  async accountOf(realmId: string, player: JoinBody): Promise<AccountAnswer['account']> {
    const path = `/internal/realms/${encodeURIComponent(realmId)}/account`;
    const asking = askApi<AccountAnswer>(this.#access, path, { withinMs, body: player });
    return (await asking.catch(() => null))?.account ?? null;
  }

  async #ask(nickname: string): Promise<boolean> {
    const path = `/internal/nicknames/${encodeURIComponent(nickname)}`;
    const { registered } = await askApi<NicknameAnswer>(this.#access, path, { withinMs });
    return registered === false;
  }
}
