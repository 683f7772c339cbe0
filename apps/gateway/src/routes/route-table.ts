import type { GatewayMessage, GatewayRoute } from '@realmkeep/contract/gateway';

/** Every realm that the api last told of, by its address. A changed route is a new object: caches may key on it. */
export class RouteTable {
  #byAddress = new Map<string, GatewayRoute>();
  #byRealm = new Map<string, GatewayRoute>();
  #isFilled = false;
  #changed = Promise.withResolvers<void>();

  /** False until the first message: an address that is not found then may exist all the same. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  find(address: string): GatewayRoute | undefined {
    return this.#byAddress.get(address);
  }

  apply(message: GatewayMessage): void {
    switch (message.type) {
      case 'routes':
        this.#byAddress = new Map(message.routes.map((route) => [route.address, route]));
        this.#byRealm = new Map(message.routes.map((route) => [route.realmId, route]));
        this.#isFilled = true;
        break;
      case 'route':
        this.#remove(message.route.realmId);
        this.#byAddress.set(message.route.address, message.route);
        this.#byRealm.set(message.route.realmId, message.route);
        break;
      case 'gone':
        this.#remove(message.realmId);
        break;
    }
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  /** Resolves when any route has changed, and when the signal aborts. */
  async changed(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    await Promise.race([this.#changed.promise, promise]);
  }

  /** Every route, as the message that would bring them. */
  snapshot(): GatewayMessage {
    return { type: 'routes', routes: [...this.#byRealm.values()] };
  }

  #remove(realmId: string): void {
    const route = this.#byRealm.get(realmId);
    if (!route) return;
    this.#byRealm.delete(realmId);
    // The address may have gone to another realm since.
    if (this.#byAddress.get(route.address) === route) this.#byAddress.delete(route.address);
  }
}
