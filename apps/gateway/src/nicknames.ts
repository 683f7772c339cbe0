import type { NicknameAnswer } from '@realmkeep/contract/gateway';

/** A player who joins waits for it. */
const WITHIN_MS = 500;
/** For how long an answer holds: whoever comes again and again costs one question. */
const FRESH_MS = 10_000;
const MAX_ANSWERS = 10_000;

interface Answer {
  askedAt: number;
  isUnregistered: Promise<boolean>;
}

/** Which nicknames are those of accounts, as the api says it. */
export class Nicknames {
  readonly #apiUrl: string;
  readonly #token: string;
  /** By nickname in lower case, the oldest first. */
  readonly #answers = new Map<string, Answer>();

  constructor({ apiUrl, token }: { apiUrl: string; token: string }) {
    this.#apiUrl = apiUrl;
    this.#token = token;
  }

  /** Whether it is certain that no account has the nickname; false too when the api does not say so within 500 ms. */
  isUnregistered(nickname: string): Promise<boolean> {
    const key = nickname.toLowerCase();
    const known = this.#answers.get(key);
    if (known && performance.now() - known.askedAt < FRESH_MS) return known.isUnregistered;
    const isUnregistered = this.#ask(key).catch(() => {
      // The next one asks again.
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
      return false;
    });
    const answer: Answer = { askedAt: performance.now(), isUnregistered };
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    if (this.#answers.size > MAX_ANSWERS) {
      const [oldest] = this.#answers.keys();
      if (oldest !== undefined) this.#answers.delete(oldest);
    }
    return isUnregistered;
  }

  async #ask(nickname: string): Promise<boolean> {
    const response = await fetch(`${this.#apiUrl}/internal/nicknames/${encodeURIComponent(nickname)}`, {
      headers: { authorization: `Bearer ${this.#token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`the api answered ${response.status}`);
    }
    const { registered } = (await response.json()) as Partial<NicknameAnswer>;
    return registered === false;
  }
}
