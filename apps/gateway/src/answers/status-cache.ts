import type { GatewayRoute } from '@realmkeep/contract/gateway';
import { readStatus } from './read-status.ts';
import type { RealmStatus } from './read-status.ts';

const freshMs = 1000;
const timeoutMs = 1000;

interface Entry {
  askedAt: number;
  status: Promise<RealmStatus | null>;
}

/**
 * The statuses of running realms for server lists. Each realm is asked at most once a second, however many players look.
 * Keyed by the route object, so an entry goes with its route.
 */
export class StatusCache {
  readonly #entries = new WeakMap<GatewayRoute, Entry>();

  /** The realm's status, or null when it did not answer in time. */
  get(
    route: GatewayRoute,
    endpoint: NonNullable<GatewayRoute['endpoint']>,
    hostname: string,
  ): Promise<RealmStatus | null> {
    const now = performance.now();
    const known = this.#entries.get(route);
    if (known && now - known.askedAt < freshMs) return known.status;
    const status = readStatus(endpoint, hostname, timeoutMs).catch(() => null);
    this.#entries.set(route, { askedAt: now, status });
    return status;
  }
}
