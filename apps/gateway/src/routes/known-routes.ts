import type { GatewayMessage, GatewayRoute } from '@realmkeep/contract/gateway';
import { TokenBuckets } from '../limits/token-buckets.ts';
import type { RouteTable } from './route-table.ts';

/** A player who looks at the server list waits for it. */
const patienceMs = { whereNothingIsKnown: 3_000, otherwise: 500 };
/** Questions at once; more are not asked. */
const maxAsking = 256;
/** What one address may ask for that nobody has asked for lately. */
const perMinuteAndGroup = 120;
/** For how long it holds that an address is nobody's, unless the stream says another thing. */
const absentMs = 10_000;
const maxAbsent = 10_000;
/** No other is a realm's. */
const addressForm = /^[a-z0-9-]{1,63}$/;

/**
 * Routes as they are asked for. What is not known is asked of the api, one question for all who want to know, and followed from then on. While the
 * api is away, what is known stays in force.
 */
export class KnownRoutes {
  readonly table: RouteTable;
  readonly #onChange: () => void;
  readonly #perGroup = new TokenBuckets(perMinuteAndGroup);
  /** By address, whoever waits to hear whether the api has said what is so. */
  readonly #asking = new Map<string, PromiseWithResolvers<boolean>>();
  /** Addresses of no realm, and since when that is known, the oldest first. */
  readonly #absent = new Map<string, number>();
  #ask: (address: string) => void = () => undefined;
  #isFollowing = false;

  /** @param onChange called after each change */
  constructor(table: RouteTable, onChange: () => void) {
    this.#onChange = onChange;
    this.table = table;
  }

  /** Whether the api tells of every change now. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /**
   * @param group what counts as one address of those who ask
   * @returns null: no realm has the address; undefined: the api did not say
   */
  async find(address: string, group: string): Promise<GatewayRoute | null | undefined> {
    const route = this.table.find(address);
    if (route && !(this.#isFollowing && this.table.isStale(route))) return route;
    if (!addressForm.test(address) || this.#isAbsent(address)) return null;
    const isAnswered = await this.#askOnce(address, route ? null : group);
    return this.table.find(address) ?? (isAnswered ? null : undefined);
  }

  /** A stream has been opened, on which the api is asked from now on, once it has begun. */
  askBy(ask: (address: string) => void): void {
    this.#ask = ask;
  }

  /** Takes a message of the stream. */
  apply(message: GatewayMessage): void {
    switch (message.type) {
      case 'routes':
        this.#isFollowing = true;
        this.#absent.clear();
        this.table.begin(message.routes);
        // What was asked before is not answered.
        for (const address of this.#asking.keys()) this.#ask(address);
        break;
      case 'route':
        this.#absent.delete(message.route.address);
        this.table.put(message.route);
        this.#settle(message.route.address, true);
        break;
      case 'gone':
        if (!this.table.has(message.realmId)) return;
        this.table.remove(message.realmId);
        break;
      case 'absent':
        this.table.vacate(message.address);
        this.#noteAbsent(message.address);
        this.#settle(message.address, true);
        break;
    }
    this.#onChange();
  }

  /** The stream has ended: what is known may be older from now on, and is all there is. */
  lose(): void {
    this.#isFollowing = false;
    this.#absent.clear();
  }

  #isAbsent(address: string): boolean {
    const since = this.#absent.get(address);
    return since !== undefined && performance.now() - since < absentMs;
  }

  /**
   * @param group null: it is known, and asked for once after each beginning of a stream
   * @returns whether the api has said what is so
   */
  #askOnce(address: string, group: string | null): Promise<boolean> {
    const known = this.#asking.get(address);
    if (known) return known.promise;
    if (this.#asking.size >= maxAsking || (group !== null && !this.#perGroup.take(group)))
      return Promise.resolve(false);
    const asking = Promise.withResolvers<boolean>();
    this.#asking.set(address, asking);
    const { whereNothingIsKnown, otherwise } = patienceMs;
    const withinMs = group !== null && this.#isFollowing ? whereNothingIsKnown : otherwise;
    const late = setTimeout(() => this.#settle(address, false), withinMs);
    // Before a stream has begun it is asked when one begins.
    if (this.#isFollowing) this.#ask(address);
    return asking.promise.finally(() => clearTimeout(late));
  }

  #settle(address: string, isAnswered: boolean): void {
    this.#asking.get(address)?.resolve(isAnswered);
    this.#asking.delete(address);
  }

  #noteAbsent(address: string): void {
    this.#absent.delete(address);
    this.#absent.set(address, performance.now());
    if (this.#absent.size <= maxAbsent) return;
    const [oldest] = this.#absent.keys();
    if (oldest !== undefined) this.#absent.delete(oldest);
  }
}
