import type { GatewayRoute, WakeAnswer, JoinBody } from '@realmkeep/contract/gateway';
import { type ApiAccess, askApi } from './api.ts';
import { TokenBuckets } from '@realmkeep/sockets';

/** A joining player waits for it. */
const withinMs = 5000;
const perMinuteAndAddress = 10;
const answers = ['awake', 'refused', 'limited', 'banned', 'unlisted'] as const satisfies WakeAnswer['answer'][];

/** `hurried`: too many from this address. `failed`: the api did not say. */
export type WakeOutcome = WakeAnswer['answer'] | 'hurried' | 'failed';

/** Has the api wake sleeping realms. */
export class Wakes {
  readonly #access: ApiAccess;
  readonly #perAddress = new TokenBuckets(perMinuteAndAddress);
  /** For realms that everybody may wake, by id: everyone who joins at once shares one question. */
  readonly #asking = new Map<string, Promise<WakeOutcome>>();

  constructor(access: ApiAccess) {
    this.#access = access;
  }

  /** @param group what counts as one address */
  async ask({ realmId, wakers }: GatewayRoute, player: JoinBody, group: string): Promise<WakeOutcome> {
    const asking = this.#asking.get(realmId);
    // Another player's refusal may not apply to this one.
    if (asking && wakers === 'EVERYONE' && (await asking) === 'awake') return 'awake';
    if (!this.#perAddress.take(group)) return 'hurried';
    const outcome = this.#post(realmId, player).catch(() => 'failed' as const);
    this.#asking.set(realmId, outcome);
    return outcome.finally(() => {
      if (this.#asking.get(realmId) === outcome) this.#asking.delete(realmId);
    });
  }

  async #post(realmId: string, player: JoinBody): Promise<WakeOutcome> {
    const path = `/internal/realms/${encodeURIComponent(realmId)}/wake`;
    const { answer } = await askApi<WakeAnswer>(this.#access, path, { withinMs, body: player });
    return answers.find((known) => known === answer) ?? 'failed';
  }
}
