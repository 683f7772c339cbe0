import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { networkOf } from '../http/connections/network.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of each network, counted apart from all other calls. Null: as many as they like. */
    callsPerMinute?: number | null;
  }
}

const minuteMs = 60_000;
/** Those that called last. */
const maxNetworks = 5_000;

/**
 * Limits how often each network calls in a minute, which begins with its first call; a route may have a limit of its own. Each process
 * counts by itself: it is its own time that this guards.
 */
export function limitRequests(server: FastifyInstance, max: number): void {
  const usual = limit(max);
  server.addHook('onRoute', (route) => {
    const own = route.config?.callsPerMinute;
    if (own === null) return;
    const hook = own === undefined ? usual : limit(own);
    route.onRequest = [route.onRequest ?? [], hook].flat();
  });
}

function limit(max: number): onRequestHookHandler {
  const minutes = new Map<string, { calls: number; endsAt: number }>();
  return (request, _reply, done) => {
    // A visit fetches some thirty of these; players behind one address must not lose their pages.
    if (request.url.startsWith('/assets/')) return done();
    const network = networkOf(request.ip);
    const now = Date.now();
    const known = minutes.get(network);
    const minute = known && known.endsAt > now ? known : { calls: 0, endsAt: now + minuteMs };
    minute.calls += 1;
    minutes.delete(network);
    minutes.set(network, minute);
    const oldest = minutes.keys().next();
    if (minutes.size > maxNetworks && !oldest.done) minutes.delete(oldest.value);
    if (minute.calls <= max) return done();
    done(new AppError('rate_limited', { seconds: Math.ceil((minute.endsAt - now) / 1_000) }));
  };
}
