import type { Socket } from 'node:net';
import type { GatewayRoute, JoinBody } from '@realmkeep/contract/gateway';
import type { Destination } from '../routes/resolve.ts';
import type { RouteTable } from '../routes/route-table.ts';
import type { Wakes } from '../wakes.ts';
import { ClientGone } from './inbox.ts';

/** A held player, and what they wait for. */
export interface Held {
  client: Socket;
  player: JoinBody;
  /** What counts as one address. */
  group: string;
  /** Where the current routes lead the player. */
  find: () => Promise<Destination>;
  routes: RouteTable;
  wakes: Wakes;
  patienceMs: number;
}

/** The realm, if it will run soon or once woken. */
export function routeOnTheWay(destination: Destination): GatewayRoute | null {
  if (destination.kind !== 'message' || !('route' in destination.answer)) return null;
  const { reason, route } = destination.answer;
  return reason === 'sleeping' || reason === 'starting' ? route : null;
}

/**
 * Holds a player until a starting realm, or a sleeping one that it wakes, runs or says why not. After `patienceMs`, before
 * clients give up, the player is told to try again. Throws ClientGone when the client leaves first.
 */
export async function holdAtGate({
  client,
  player,
  group,
  find,
  routes,
  wakes,
  patienceMs,
}: Held): Promise<Destination> {
  const gone = new AbortController();
  const onGone = (): void => gone.abort();
  client.once('end', onGone);
  client.once('close', onGone);
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(patienceMs)]);
  try {
    let asked: GatewayRoute | null = null;
    for (;;) {
      const destination = await find();
      const route = routeOnTheWay(destination);
      if (!route) return destination;
      if (gone.signal.aborted) throw new ClientGone();
      if (signal.aborted) return { kind: 'message', answer: { reason: 'starting', route } };
      if (route.state === 'SLEEPING' && route !== asked) {
        // A changed route is a new object: a realm that fell asleep again is woken again.
        asked = route;
        const outcome = await wakes.ask(route, player, group);
        if (outcome === 'hurried') return { kind: 'message', answer: { reason: 'hurried' } };
        if (outcome === 'failed') return { kind: 'message', answer: { reason: 'silent', route } };
        if (outcome !== 'awake') return { kind: 'message', answer: { reason: outcome, route } };
      } else {
        await routes.changed(route.address, signal);
      }
    }
  } finally {
    client.off('end', onGone);
    client.off('close', onGone);
  }
}
