import type { GatewayRoute } from '@realmkeep/contract/gateway';

/** About 1 kB each. */
const defaultMax = 50_000;

/**
 * The routes that the gateway knows, by address. Their number is bounded: the one unused for longest goes first. A changed
 * route is a new object, so caches may use it as a key.
 */
export class RouteTable {
  readonly #max: number;
  /** The one unused for longest first. */
  readonly #byAddress = new Map<string, GatewayRoute>();
  readonly #byRealm = new Map<string, GatewayRoute>();
  /** Routes that may have missed changes. */
  readonly #stale = new Set<GatewayRoute>();
  /** By address, who waits for a change of its route. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(max = defaultMax) {
    this.#max = max;
  }

  get size(): number {
    return this.#byRealm.size;
  }

  find(address: string): GatewayRoute | undefined {
    const route = this.#byAddress.get(address);
    if (!route) return undefined;
    this.#byAddress.delete(address);
    this.#byAddress.set(address, route);
    return route;
  }

  has(realmId: string): boolean {
    return this.#byRealm.has(realmId);
  }

  isStale(route: GatewayRoute): boolean {
    return this.#stale.has(route);
  }

  /** Every other known route may have missed changes. */
  begin(routes: readonly GatewayRoute[]): void {
    for (const route of this.#byRealm.values()) this.#stale.add(route);
    for (const route of routes) this.put(route);
    for (const address of this.#waiting.keys()) this.#tell(address);
  }

  put(route: GatewayRoute): void {
    this.remove(route.realmId);
    const former = this.#byAddress.get(route.address);
    if (former) this.remove(former.realmId);
    this.#byAddress.set(route.address, route);
    this.#byRealm.set(route.realmId, route);
    this.#tell(route.address);
    if (this.#byAddress.size <= this.#max) return;
    const [unused] = this.#byAddress.values();
    if (unused) this.remove(unused.realmId);
  }

  remove(realmId: string): void {
    const route = this.#byRealm.get(realmId);
    if (!route) return;
    this.#byRealm.delete(realmId);
    this.#byAddress.delete(route.address);
    this.#stale.delete(route);
    this.#tell(route.address);
  }

  /** No known realm has the address any more. @returns whether one had */
  vacate(address: string): boolean {
    const route = this.#byAddress.get(address);
    if (route) this.remove(route.realmId);
    return route !== undefined;
  }

  /** Resolves when the route of the address has changed, or may have, and when the signal aborts. */
  async changed(address: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    const waiting = this.#waiting.get(address) ?? new Set();
    this.#waiting.set(address, waiting.add(wake));
    signal.addEventListener('abort', wake);
    await promise;
    signal.removeEventListener('abort', wake);
    waiting.delete(wake);
    if (waiting.size === 0) this.#waiting.delete(address);
  }

  /** Every route, the one unused for longest first. */
  snapshot(): GatewayRoute[] {
    return [...this.#byAddress.values()];
  }

  #tell(address: string): void {
    for (const wake of this.#waiting.get(address) ?? []) wake();
  }
}
