import type { Socket } from 'node:net';
import type { GatewayEndpoint } from '@realmkeep/contract/gateway';
import { destroyLater } from './destroy-later.ts';
import { dial } from './dial.ts';

/** The most one read from the realm returns. Each relayed connection holds one such buffer. */
const bufferBytes = 64 * 1024;
const connectTimeoutMs = 5000;
const defaultStalledMs = 60_000;

const nothing = Buffer.alloc(0);

/**
 * Connects a client to a realm: writes `opening`, then relays both ways until both are closed. Resolves once connected,
 * false when the realm cannot be reached within 5 s; the client is untouched then. The client must be paused.
 *
 * Bytes read from one side are written to the other before more are read, so a side that does not read costs one
 * buffer. Nearly all bytes come from the realm, and every read from it fills the same buffer: half the CPU of two pipes.
 * @param stalledMs after how long a client that does not take one buffer is cut off
 */
export function relay(
  client: Socket,
  endpoint: GatewayEndpoint,
  opening: Buffer,
  stalledMs = defaultStalledMs,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  const realm = dial(endpoint, {
    allowHalfOpen: true,
    onread: {
      buffer,
      callback(length) {
        client.write(buffer.subarray(0, length));
        if (client.writableLength === 0) return true;
        // Who takes nothing for so long is gone for the realm too, and its hanging up is not seen meanwhile.
        const stalled = setTimeout(() => client.destroy(), stalledMs);
        // The socket still holds the buffer: continue once everything before this empty write has left.
        client.write(nothing, () => {
          clearTimeout(stalled);
          realm.resume();
        });
        return false;
      },
    },
  });
  const timer = setTimeout(() => realm.destroy(), connectTimeoutMs);
  realm.on('error', () => undefined);
  realm.once('close', () => {
    clearTimeout(timer);
    resolve(false);
  });
  realm.once('connect', () => {
    clearTimeout(timer);
    realm.write(opening);
    couple(client, realm);
    resolve(true);
  });
  return promise;
}

/** Relays from the client to the realm, and ends both directions. */
function couple(client: Socket, realm: Socket): void {
  const toRealm = (bytes: Buffer): void => {
    if (!realm.write(bytes)) client.pause();
  };
  client.on('data', toRealm);
  realm.on('drain', () => client.resume());
  client.on('end', () => realm.end());
  realm.on('end', () => {
    client.end();
    // One that has vanished answers nothing, and would keep its place.
    destroyLater(client);
  });
  client.on('close', () => hangUp(realm));
  realm.on('close', () => {
    // Read and discard: closing with unread bytes would reset the connection before the realm's last bytes arrive.
    client.off('data', toRealm);
    client.resume();
    client.end();
    destroyLater(client);
  });
  if (client.destroyed) hangUp(realm);
  else client.resume();
}

/** Writes what is pending, and reads no more: nobody is left to receive it. */
function hangUp(realm: Socket): void {
  realm.destroySoon();
  destroyLater(realm);
}
