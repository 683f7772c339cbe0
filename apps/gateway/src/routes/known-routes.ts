import type { GatewayMessage, GatewayRoute, RouteAnswer } from '@realmkeep/contract/gateway';
import { type ApiAccess, askApi } from '../api.ts';
import { TokenBuckets } from '../limits/token-buckets.ts';
import { parseRouteAnswer } from './route-message.ts';
import type { RouteTable } from './route-table.ts';

/** A player who looks at the server list waits for it. */
const withinMs = 500;
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
 * Routes as they are asked for. What the api tells of realms that run, and of those that somebody has asked for, is kept; all others are
 * asked of the api, one question for all who want to know. While the api is away, what is known stays in force.
 */
export class KnownRoutes {
  readonly table: RouteTable;
  readonly #access: ApiAccess;
  readonly #onChange: () => void;
  readonly #perGroup = new TokenBuckets(perMinuteAndGroup);
  /** By address, whether the api has said it. */
  readonly #asking = new Map<string, Promise<boolean>>();
  /** Addresses of no realm, and since when that is known, the oldest first. */
  readonly #absent = new Map<string, number>();
  /** Of each question, the realms and addresses of which the stream has told since: it knows better than the answer. */
  readonly #toldMeanwhile = new Set<Set<string>>();
  /** Grows with each beginning and end of a stream. */
  #streams = 0;
  #isFollowing = false;

  /** @param onChange called after each change */
  constructor(access: ApiAccess, table: RouteTable, onChange: () => void) {
    this.#access = access;
    this.table = table;
    this.#onChange = onChange;
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
    const isAnswered = await this.#askOnce(address, group);
    return this.table.find(address) ?? (isAnswered ? null : undefined);
  }

  /** Takes a message of the stream. */
  apply(message: GatewayMessage): void {
    switch (message.type) {
      case 'routes':
        this.#streams += 1;
        this.#isFollowing = true;
        this.#absent.clear();
        this.table.begin(message.routes);
        break;
      case 'route':
        this.#note(message.route);
        break;
      case 'gone':
        for (const told of this.#toldMeanwhile) told.add(message.realmId);
        if (!this.table.has(message.realmId)) return;
        this.table.remove(message.realmId);
        break;
    }
    this.#onChange();
  }

  /** The stream has ended: what is known may be older from now on, and is all there is. */
  lose(): void {
    this.#streams += 1;
    this.#isFollowing = false;
    this.#absent.clear();
  }

  #note(route: GatewayRoute): void {
    this.#absent.delete(route.address);
    for (const told of this.#toldMeanwhile) told.add(route.realmId).add(route.address);
    const isWanted = route.state === 'READY' || route.state === 'STARTING' || route.state === 'WAITING';
    if (isWanted || this.#toldMeanwhile.size > 0 || this.table.has(route.realmId)) this.table.put(route);
    else this.table.vacate(route.address);
  }

  #isAbsent(address: string): boolean {
    const since = this.#absent.get(address);
    return since !== undefined && performance.now() - since < absentMs;
  }

  /** @returns whether the api has said what is so */
  #askOnce(address: string, group: string): Promise<boolean> {
    const known = this.#asking.get(address);
    if (known) return known;
    if (this.#asking.size >= maxAsking || !this.#perGroup.take(group)) return Promise.resolve(false);
    const asking = this.#ask(address)
      .then(() => true)
      .catch(() => false)
      .finally(() => this.#asking.delete(address));
    this.#asking.set(address, asking);
    return asking;
  }

  async #ask(address: string): Promise<void> {
    const stream = this.#streams;
    const told = new Set<string>();
    this.#toldMeanwhile.add(told);
    const asked = askApi<RouteAnswer>(this.#access, `/internal/routes/${address}`, { withinMs });
    const route = parseRouteAnswer(await asked.finally(() => this.#toldMeanwhile.delete(told)));
    if (told.has(route?.realmId ?? address)) return;
    // Changes between the answer and the beginning of a stream are told by neither.
    const isFollowed = this.#isFollowing && stream === this.#streams;
    if (route) this.table.put(route, !isFollowed);
    else {
      this.table.vacate(address);
      if (isFollowed) this.#noteAbsent(address);
    }
    this.#onChange();
  }

  #noteAbsent(address: string): void {
    this.#absent.delete(address);
    this.#absent.set(address, performance.now());
    if (this.#absent.size <= maxAbsent) return;
    const [oldest] = this.#absent.keys();
    if (oldest !== undefined) this.#absent.delete(oldest);
  }
}
