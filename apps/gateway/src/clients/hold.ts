import type { Socket } from 'node:net';
import type { GatewayRoute, JoinBody } from '@realmkeep/contract/gateway';
import type { Destination } from '../routes/resolve.ts';
import type { RouteTable } from '../routes/route-table.ts';
import type { Wakes } from '../wakes.ts';
import { ClientGone } from './inbox.ts';

/** Who is held, and what brings him on. */
export interface Held {
  client: Socket;
  player: JoinBody;
  /** What counts as one address. */
  group: string;
  /** Where he goes by the routes of now. */
  find: () => Promise<Destination>;
  routes: RouteTable;
  wakes: Wakes;
  patienceMs: number;
}

/** The realm that will run soon, or if it is woken. */
export function routeOnTheWay(destination: Destination): GatewayRoute | null {
  if (destination.kind !== 'message' || !('route' in destination.answer)) return null;
  const { reason, route } = destination.answer;
  return reason === 'sleeping' || reason === 'starting' ? route : null;
}

/**
 * Holds a player before a realm that sleeps, which is woken, or that starts, until it runs or says why not; after `patienceMs`, in which
 * a client does not give up yet, he is told to come again. Throws ClientGone when he does not wait for it.
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
        // A route that has changed is another object: whoever falls asleep again is woken again.
        asked = route;
        const outcome = await wakes.ask(route, player, group);
        if (outcome === 'hurried') return { kind: 'message', answer: { reason: 'hurried' } };
        if (outcome === 'failed') return { kind: 'message', answer: { reason: 'silent', route } };
        if (outcome !== 'awake') return { kind: 'message', answer: { reason: outcome, route } };
      } else {
        await routes.changed(signal);
      }
    }
  } finally {
    client.off('end', onGone);
    client.off('close', onGone);
  }
}
