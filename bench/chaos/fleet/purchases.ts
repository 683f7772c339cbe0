import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '@realmkeep/contract';
import { logIn, register } from '@realmkeep/testkit/people';
import { runSql } from '@realmkeep/testkit/sql';
import { pick } from '../seeded.ts';
import type { Fleet } from './fleet.ts';

const buyerCount = 25;
const operator = 'Chaos_operator';
const tiers = ['ZOMBIE', 'GHAST', 'DRAGON'] as const;
const answerWithinMs = 5_000;
const againAfterMs = 100;
const everyMs = 400;

/** A request under an idempotency key, repeated until it is granted. */
type Order = (client: Client, signal: AbortSignal) => Promise<unknown>;

/**
 * Grants and spends coins, one order after the other through any api. Each order is repeated until it is answered, and then once more at a random
 * api: it must be carried out exactly once.
 */
export class Purchases {
  granted = 0;
  bought = 0;
  /** How many requests had to be repeated because their answers were lost or refused. */
  repeated = 0;
  readonly problems: string[] = [];
  readonly #fleet: Fleet;
  readonly #random: () => number;
  readonly #tokens = new Map<string, string>();
  readonly #products = new Map<string, { id: string; price: number }>();

  constructor(fleet: Fleet, random: () => number) {
    this.#fleet = fleet;
    this.#random = random;
  }

  /** Registers the buyers. @param url of an api */
  async prepare(url: string): Promise<void> {
    const { databaseUrl } = this.#fleet;
    for (const name of [operator, ...Array.from({ length: buyerCount }, (_, index) => `Chaos_buyer_${index}`)]) {
      await register(url, name);
      if (name === operator) await runSql(databaseUrl, "update users set role = 'ADMIN' where nickname = $1", [name]);
      this.#tokens.set(name, (await logIn(url, name)).token);
    }
    for (const { id, tier, price } of await this.#client(url, operator).subscriptionPlans())
      if (id !== null && price !== null) this.#products.set(tier, { id, price });
  }

  /** Runs until the signal is aborted, or until every order is carried out. */
  async run(signal: AbortSignal): Promise<void> {
    for (const tier of tiers) {
      const { id: productId = '', price: coins = 0 } = this.#products.get(tier) ?? {};
      for (const buyer of this.#tokens.keys()) {
        if (buyer === operator) continue;
        if (signal.aborted) return;
        const grant = { username: buyer, coins, expires: null, reason: 'chaos', requestId: randomUUID() };
        await this.#order(operator, (client, within) => client.adminCoinsGrant({ body: grant, signal: within }));
        this.granted += 1;
        const purchase = { productId, requestId: randomUUID() };
        await this.#order(buyer, (client, within) => client.subscriptionActivate({ body: purchase, signal: within }));
        this.bought += 1;
        await wait(everyMs);
      }
    }
  }

  /** @returns a sentence for each balance or purchase that differs from the answers */
  async check(): Promise<string[]> {
    const kept = (table: string, where: string) =>
      runSql(this.#fleet.databaseUrl, `select count(*)::int as n from ${table} where ${where}`).then(
        ([row]) => row?.['n'] as number,
      );
    const [grants, purchases] = [await kept('transactions', "kind = 'GRANT'"), await kept('subscriptions', 'true')];
    const paid = await kept(
      'subscriptions as s',
      "exists (select from transactions where ref = s.id::text and kind = 'SUBSCRIPTION')",
    );
    const words = await this.#fleet.verifyLedger();
    return [
      ...this.problems,
      ...(grants === this.granted ? [] : [`${this.granted} grants of coins were answered, and ${grants} are kept`]),
      ...(purchases === this.bought ? [] : [`${this.bought} purchases were answered, and ${purchases} are kept`]),
      ...(paid === purchases ? [] : [`of ${purchases} subscriptions ${paid} are paid`]),
      ...(words.includes('The ledger is whole.') ? [] : [`ledger:verify: ${words}`]),
    ];
  }

  async #order(who: string, order: Order): Promise<void> {
    const { url, apis, apiUrl } = this.#fleet;
    const attempt = (at: string) => order(this.#client(at, who), AbortSignal.timeout(answerWithinMs));
    for (let isAnswered = false; !isAnswered;) {
      isAnswered = await attempt(url).then(
        () => true,
        (error: unknown) => this.#passes(who, error),
      );
      if (!isAnswered) await wait(againAfterMs);
    }
    // The chosen api may be down at the moment; then there is no answer to check.
    await attempt(apiUrl(pick(this.#random, apis))).catch((error: unknown) => this.#passes(who, error));
  }

  /** Whether to stop repeating the request. An error that no fault of the fleet explains is recorded as a problem. */
  #passes(who: string, error: unknown): boolean {
    this.repeated += 1;
    if (!(error instanceof ApiError) || error.type === 'network' || error.type === 'server') return false;
    this.problems.push(`${who} was answered ${error.code ?? error.message}`);
    return true;
  }

  #client(url: string, who: string): Client {
    return createClient({ baseUrl: `${url}/api`, token: async () => this.#tokens.get(who) ?? null });
  }
}
