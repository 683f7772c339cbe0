import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { wideAddressGroup } from '@realmkeep/protocol';

const network = new AsyncLocalStorage<string>();

/** Makes the caller's wide network known to each call of a server, and to everything that it leads to. */
export function noteCallerNetwork(server: FastifyInstance): void {
  // The body has been read by now: what reads it belongs to the connection.
  server.addHook('preHandler', (request, _reply, done) => network.run(wideAddressGroup(request.ip), done));
}

/** The wide network of the caller; null in background work. */
export function callerNetwork(): string | null {
  return network.getStore() ?? null;
}

/** Does what callers of many networks have asked for together: it takes turns as one network beside theirs. */
export function forManyNetworks<T>(task: () => T): T {
  return network.run('many', task);
}

/** Does what goes on after the call that has begun it: it is the product's own work, which waits for no network's turns. */
export function outsideCalls<T>(task: () => T): T {
  return network.exit(task);
}
