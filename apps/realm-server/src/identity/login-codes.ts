import { createHash, timingSafeEqual } from 'node:crypto';
import { addressGroup, wideAddressGroup, widestAddressGroup } from '@realmkeep/protocol';
import { type LoginCode, maxUsedCodes, type RealmManager, type UsedCode } from '@realmkeep/realm-protocol';

/** How long wrong codes are counted, and right ones reported. */
const windowMs = 5 * 60_000;
/**
 * How many wrong codes are taken within that time: of an address, of ever wider networks, and of all together. Strangers who guess lock out
 * themselves; the owner too only from a thousand addresses in ten of the widest networks. A code is one of 2^40 and lives as long as the
 * window, so that 10,000 guesses hit one of a hundred million codes.
 */
const reaches = [
  { most: 10, of: addressGroup },
  { most: 100, of: wideAddressGroup },
  { most: 1_000, of: widestAddressGroup },
  { most: 10_000, of: () => 'all' },
];

export type LoginResult =
  | { outcome: 'right'; account: RealmManager }
  | { outcome: 'wrong' }
  | { outcome: 'too-many'; seconds: number };

/** The codes by which connections prove to be an account's: each good once, and for a nickname only the newest. */
export class LoginCodes {
  /** By nickname in lower case. */
  readonly #codes = new Map<string, LoginCode>();
  /** When each wrong code of the window was tried, and in which networks that counts; the oldest first. */
  readonly #wrong: { at: number; networks: string[] }[] = [];
  /** The same times by network. */
  readonly #wrongIn = new Map<string, number[]>();
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
   * Uses up the code that was typed, if it is the one of that nickname. Where there is none to be guessed, a wrong one does not count.
   * @param address where the player is
   */
  take(nickname: string, typed: string, address: string, now = Date.now()): LoginResult {
    const networks = reaches.map(({ of }, reach) => `${reach} ${of(address)}`);
    const seconds = this.#shutFor(networks, now);
    if (seconds > 0) return { outcome: 'too-many', seconds };
    const key = nickname.toLowerCase();
    const code = this.#codes.get(key);
    if (!code || code.expiresAt <= now) return { outcome: 'wrong' };
    const plain = plainCode(typed);
    if (!timingSafeEqual(hashOf(plain), Buffer.from(code.hash, 'hex'))) {
      this.#wrong.push({ at: now, networks });
      for (const network of networks) {
        const times = this.#wrongIn.get(network) ?? [];
        times.push(now);
        this.#wrongIn.set(network, times);
      }
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
  #shutFor(networks: string[], now: number): number {
    // A clock that is set back must not shut anybody out for longer.
    while (this.#wrong[0] && (this.#wrong[0].at > now || this.#wrong[0].at <= now - windowMs)) this.#forgetOldest();
    const freed = reaches.flatMap(({ most }, reach) => this.#wrongIn.get(networks[reach] ?? '')?.at(-most) ?? []);
    return Math.max(0, ...freed.map((at) => Math.ceil((at + windowMs - now) / 1000)));
  }

  #forgetOldest(): void {
    for (const network of this.#wrong.shift()?.networks ?? []) {
      const times = this.#wrongIn.get(network);
      times?.shift();
      if (times?.length === 0) this.#wrongIn.delete(network);
    }
  }
}

/** Blanks and hyphens are for the eye. */
function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
