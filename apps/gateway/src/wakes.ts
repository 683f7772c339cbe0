import type { GatewayRoute, WakeAnswer, WakeBody } from '@realmkeep/contract/gateway';
import { TokenBuckets } from './limits/token-buckets.ts';

/** A player who joins waits for it. */
const WITHIN_MS = 5000;
const PER_MINUTE_AND_ADDRESS = 10;

/** `hurried`: too many from this address. `failed`: the api did not say. */
export type WakeOutcome = WakeAnswer['answer'] | 'hurried' | 'failed';

/** Wakes sleeping realms, which the api does. */
export class Wakes {
  readonly #apiUrl: string;
  readonly #token: string;
  readonly #perAddress = new TokenBuckets(PER_MINUTE_AND_ADDRESS);
  /** Of realms that everybody wakes, by id: all who come at once ask one question. */
  readonly #asking = new Map<string, Promise<WakeOutcome>>();

  constructor({ apiUrl, token }: { apiUrl: string; token: string }) {
    this.#apiUrl = apiUrl;
    this.#token = token;
  }

  /** @param group what counts as one address */
  async ask({ realmId, wakers }: GatewayRoute, player: WakeBody, group: string): Promise<WakeOutcome> {
    const asking = this.#asking.get(realmId);
    if (asking && wakers === 'EVERYONE') return asking;
    if (!this.#perAddress.take(group)) return 'hurried';
    const outcome = this.#post(realmId, player).catch(() => 'failed' as const);
    this.#asking.set(realmId, outcome);
    return outcome.finally(() => {
      if (this.#asking.get(realmId) === outcome) this.#asking.delete(realmId);
    });
  }

  async #post(realmId: string, player: WakeBody): Promise<WakeOutcome> {
    const response = await fetch(`${this.#apiUrl}/internal/realms/${encodeURIComponent(realmId)}/wake`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(player),
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return 'failed';
    }
    const { answer } = (await response.json()) as Partial<WakeAnswer>;
    return answer === 'awake' || answer === 'refused' || answer === 'limited' ? answer : 'failed';
  }
}
