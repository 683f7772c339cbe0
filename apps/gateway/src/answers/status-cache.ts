import type { GatewayRoute } from '@realmkeep/contract/gateway';
import { readStatus } from './read-status.ts';
import type { RealmStatus } from './read-status.ts';

const freshMs = 1000;
const timeoutMs = 1000;

/**
 * The statuses of running realms for server lists. Each realm is asked at most once a second, however many players look.
 * Keyed by the route object: a changed route is asked again.
 */
export class StatusCache {
  readonly #entries = new Map<GatewayRoute, Promise<RealmStatus | null>>();

  /** The realm's status, or null when it did not answer in time. */
  get(
    route: GatewayRoute,
    endpoint: NonNullable<GatewayRoute['endpoint']>,
    hostname: string,
  ): Promise<RealmStatus | null> {
    const known = this.#entries.get(route);
    if (known) return known;
    const status = readStatus(endpoint, hostname, timeoutMs).catch(() => null);
    this.#entries.set(route, status);
    // An owner's icon may make it 100 kB.
    setTimeout(() => this.#entries.delete(route), freshMs).unref();
    return status;
  }
}
