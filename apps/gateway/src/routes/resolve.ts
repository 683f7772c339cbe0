import type { GatewayRoute } from '@realmkeep/contract/gateway';
import type { Answer } from '../answers/messages.ts';
import type { KnownRoutes } from './known-routes.ts';

/** What a client gets: a running realm, or a message. */
export type Destination =
  | { kind: 'realm'; hostname: string; route: GatewayRoute; endpoint: NonNullable<GatewayRoute['endpoint']> }
  | { kind: 'message'; answer: Answer };

const stateAnswers = {
  READY: 'starting',
  STARTING: 'starting',
  WAITING: 'waiting',
  STOPPED: 'stopped',
  SLEEPING: 'sleeping',
  BLOCKED: 'blocked',
  FAILED: 'failed',
} as const satisfies Record<GatewayRoute['state'], string>;

/**
 * Resolves a normalised hostname, or undefined if the address contained none.
 * @param group what counts as one address of the askers
 */
export async function resolve(
  hostname: string | undefined,
  baseDomain: string,
  routes: KnownRoutes,
  group: string,
): Promise<Destination> {
  if (hostname === undefined) return { kind: 'message', answer: { reason: 'invalid', baseDomain } };
  if (!hostname.endsWith(`.${baseDomain}`)) return { kind: 'message', answer: { reason: 'elsewhere', baseDomain } };
  const route = await routes.find(hostname.slice(0, -baseDomain.length - 1), group);
  if (!route) {
    const reason = route === null ? 'unknown' : 'warming';
    return { kind: 'message', answer: { reason, hostname } };
  }
  if (route.state === 'READY' && route.endpoint) return { kind: 'realm', hostname, route, endpoint: route.endpoint };
  return { kind: 'message', answer: { reason: stateAnswers[route.state], route } };
}
