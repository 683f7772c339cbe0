import type { Socket } from 'node:net';
import { BackendPid } from './backend-pid.ts';
import { signalSession } from './cluster-watch.ts';
import type { Place } from './places.ts';
import { refusal } from './startup.ts';

/**
 * Relays between a client and its server until both have closed. When the client is gone, the server is notified and
 * awaited: it goes on with its statement meanwhile, and the slot is taken until then.
 */
export function relay(client: Socket, upstream: Socket, place: Place): void {
  const pid = new BackendPid();
  const clientIsGone = () => {
    place.usedAt = 0;
    upstream.unpipe(client);
    upstream.resume();
    upstream.end();
  };
  place.end = () => {
    if (pid.value !== null) {
      void signalSession({ pid: pid.value, name: place.name }, 'end');
      return;
    }
    client.unpipe(upstream);
    client.end(refusal('53300', 'other realms wait for a connection'));
    client.destroySoon();
    upstream.end();
  };
  upstream.on('error', () => undefined);
  upstream.on('data', (chunk: Buffer) => {
    pid.read(chunk);
    if (pid.value !== null && !client.destroyed) place.usedAt = Date.now();
  });
  upstream.once('close', () => client.destroySoon());
  client.once('close', clientIsGone);
  client.pipe(upstream).pipe(client);
  if (client.destroyed) clientIsGone();
  // It was to end before it had begun.
  if (place.state === 'ending') place.end();
}
