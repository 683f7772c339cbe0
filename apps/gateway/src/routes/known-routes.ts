import type { GatewayMessage, GatewayRoute } from '@realmkeep/contract/gateway';
import { TokenBuckets } from '@realmkeep/sockets';
import type { RouteTable } from './route-table.ts';

/** A player looking at the server list waits for it. */
const patienceMs = { whereNothingIsKnown: 3_000, otherwise: 500 };
/** How many questions may be open at once; more are not asked. */
const maxAsking = 256;
/** How many names that nobody has asked for lately one address may ask for. */
const perMinuteAndGroup = 120;
/** How long an unused address is remembered, unless the stream says otherwise. */
const absentMs = 10_000;
const maxAbsent = 10_000;
/** Realms have no other addresses. */
const addressForm = /^[a-z0-9-]{1,63}$/;

/**
 * Routes, loaded on demand. The gateway asks the api about an unknown address, once for everyone who waits, and follows it from then on. While the
 * api is away, known routes stay in force.
 */
export class KnownRoutes {
  readonly table: RouteTable;
  readonly #onChange: () => void;
  readonly #perGroup = new TokenBuckets(perMinuteAndGroup);
  /** By address, those who wait for the api's answer. */
  readonly #asking = new Map<string, PromiseWithResolvers<boolean>>();
  /** Addresses without a realm, and since when that is known, the oldest first. */
  readonly #absent = new Map<string, number>();
  #ask: (address: string) => void = () => undefined;
  #isFollowing = false;

  /** @param onChange called after each change */
  constructor(table: RouteTable, onChange: () => void) {
    this.#onChange = onChange;
    this.table = table;
  }

  /** Whether the api is reporting every change now. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /**
   * @param group what counts as one address of the askers
   * @returns null: no realm has the address; undefined: the api did not say
   */
  async find(address: string, group: string): Promise<GatewayRoute | null | undefined> {
    const route = this.table.find(address);
    if (route && !(this.#isFollowing && this.table.isStale(route))) return route;
    if (!addressForm.test(address) || this.#isAbsent(address)) return null;
    const isAnswered = await this.#askOnce(address, route ? null : group);
    return this.table.find(address) ?? (isAnswered ? null : undefined);
  }

  /** A stream has been opened; once it has begun, questions to the api use it. */
  askBy(ask: (address: string) => void): void {
    this.#ask = ask;
  }

  /** Applies a message of the stream. */
  apply(message: GatewayMessage): void {
    switch (message.type) {
      case 'routes':
        this.#isFollowing = true;
        this.#absent.clear();
        this.table.begin(message.routes);
        // Earlier questions will not be answered.
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
        this.#noteAbsent(message.address);
        this.#settle(message.address, true);
        if (!this.table.vacate(message.address)) return;
    }
    this.#onChange();
  }

  /** The stream has ended: known routes may now be outdated, but are all there is. */
  lose(): void {
    this.#isFollowing = false;
    this.#absent.clear();
  }

  #isAbsent(address: string): boolean {
    const since = this.#absent.get(address);
    return since !== undefined && performance.now() - since < absentMs;
  }

  /**
   * @param group null: it is known, and asked about once after each start of a stream
   * @returns whether the api has answered
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
    // If no stream has begun, the question waits until one does.
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
