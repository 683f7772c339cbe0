import { createHash, timingSafeEqual } from 'node:crypto';
import { addressGroup } from '@realmkeep/protocol';
import { type LoginCode, maxUsedCodes, type RealmManager, type UsedCode } from '@realmkeep/realm-protocol';

/** How long wrong codes are counted, and right ones reported. */
const windowMs = 5 * 60_000;
/** Per address, so that strangers who guess lock themselves out and not the owner. */
const triesOfAddress = 10;
/** Of all together: against guessing from many addresses. With 40 bits a code is hit so once in five billion. */
const triesOfRealm = 200;

export type LoginResult =
  | { outcome: 'right'; account: RealmManager }
  | { outcome: 'wrong' }
  | { outcome: 'too-many'; seconds: number };

/** The codes by which connections prove to be an account's: each good once, and for a nickname only the newest. */
export class LoginCodes {
  /** By nickname in lower case. */
  readonly #codes = new Map<string, LoginCode>();
  /** When each wrong code of the window was tried, and where from; the oldest first. */
  readonly #wrong: { at: number; group: string }[] = [];
  /** The oldest first. */
  #used: (UsedCode & { at: number })[] = [];

  /** @param now milliseconds since the epoch, as in the next. */
  expect(code: LoginCode, now = Date.now()): void {
    for (const [nickname, { expiresAt }] of this.#codes) if (expiresAt <= now) this.#codes.delete(nickname);
    this.#codes.set(code.nickname.toLowerCase(), code);
  }

  /** Forgets the codes of those who are not on the list any more, or only with a larger epoch. */
  keep(managers: readonly RealmManager[]): void {
    for (const [nickname, { epoch }] of this.#codes) {
      const isOn = managers.some((manager) => manager.nickname.toLowerCase() === nickname && manager.epoch <= epoch);
      if (!isOn) this.#codes.delete(nickname);
    }
  }

  /**
   * Uses up the code that was typed, if it is the one of that nickname.
   * @param address where the player is
   */
  take(nickname: string, typed: string, address: string, now = Date.now()): LoginResult {
    const group = addressGroup(address);
    const seconds = this.#shutFor(group, now);
    if (seconds > 0) return { outcome: 'too-many', seconds };
    const key = nickname.toLowerCase();
    const code = this.#codes.get(key);
    const plain = plainCode(typed);
    const isRight = timingSafeEqual(hashOf(plain), Buffer.from(code?.hash ?? noHash, 'hex'));
    if (!code || !isRight || code.expiresAt <= now) {
      this.#wrong.push({ at: now, group });
      return { outcome: 'wrong' };
    }
    this.#codes.delete(key);
    this.#used = [...this.#used, { code: plain, address, at: now }].slice(-maxUsedCodes);
    return { outcome: 'right', account: { nickname: code.nickname, epoch: code.epoch } };
  }

  /** The codes that were right in the last five minutes, and where they were typed. */
  used(now = Date.now()): UsedCode[] {
    this.#used = this.#used.filter(({ at }) => at > now - windowMs);
    return this.#used.map(({ code, address }) => ({ code, address }));
  }

  /** For how many seconds no code is taken from there; 0 when one is. */
  #shutFor(group: string, now: number): number {
    // A clock that is set back must not shut anybody out for longer.
    while (this.#wrong[0] && (this.#wrong[0].at > now || this.#wrong[0].at <= now - windowMs)) this.#wrong.shift();
    const own = this.#wrong.filter((wrong) => wrong.group === group);
    const freed = [own.at(-triesOfAddress), this.#wrong.at(-triesOfRealm)].filter((wrong) => wrong !== undefined);
    return Math.max(0, ...freed.map(({ at }) => Math.ceil((at + windowMs - now) / 1000)));
  }
}

const noHash = '0'.repeat(64);

/** Blanks and hyphens are for the eye. */
function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
