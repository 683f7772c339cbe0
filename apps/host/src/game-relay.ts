import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { decodeProxyV2, isProved, readGameProof, withoutProof } from '@realmkeep/protocol';
import type { RealmRuntime } from '@realmkeep/runtime';
import { gameKeyFor, type HostKey } from '@realmkeep/runtime/host';
import { shortPath } from '@realmkeep/sockets';

const headerWithinMs = 5000;
const connectWithinMs = 5000;
const maxConnections = 8192;
/** How far the gateway's clock may be from this one's, either way. */
const freshMs = 30_000;

export interface GameRelay {
  port: number;
  close(): void;
}

interface RelayOptions {
  host: string;
  port: number;
  key: HostKey;
  runtime: RealmRuntime;
}

/**
 * Relays players from gateways on other machines to this machine's realms: a connection must begin with a PROXY v2 header that contains a proof by
 * the key of the run that it names (game-proof.ts), which is valid once. The realm gets the header without it. Other connections are closed.
 */
export async function openGameRelay({ host, port, key, runtime }: RelayOptions): Promise<GameRelay> {
  const used = new UsedProofs();

  async function admit(client: Socket): Promise<void> {
    const { header, rest } = await readHeader(client);
    const proof = readGameProof(header);
    if (proof === null || Math.abs(Date.now() - proof.at) > freshMs) return void client.destroy();
    if (!isProved(header, gameKeyFor(key, proof.realmId, proof.run)) || !used.take(header, proof.at)) {
      return void client.destroy();
    }
    const observed = await runtime.inspect(proof.realmId);
    const endpoint = observed?.fencingToken === proof.run ? observed.endpoint : null;
    if (endpoint === null || !('path' in endpoint)) return void client.destroy();
    const realm = await reach(endpoint.path);
    realm.write(Buffer.concat([withoutProof(header), rest]));
    couple(client, realm);
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    client.on('error', () => undefined);
    admit(client).catch(() => client.destroy());
  });
  server.maxConnections = maxConnections;
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** What was proved within the time in which it counts. */
class UsedProofs {
  readonly #until = new Map<string, number>();

  /** @returns whether it is the first time */
  take(header: Buffer, at: number): boolean {
    const now = Date.now();
    // In the order of arrival, which is almost that of expiry.
    for (const [mac, until] of this.#until) {
      if (until > now) break;
      this.#until.delete(mac);
    }
    const mac = header.subarray(-32).toString('base64');
    if (this.#until.has(mac)) return false;
    this.#until.set(mac, at + 2 * freshMs);
    return true;
  }
}

/** A connection's PROXY header, and the bytes after it. @throws Error if it has none, or not in time */
async function readHeader(client: Socket): Promise<{ header: Buffer; rest: Buffer }> {
  const late = setTimeout(() => client.destroy(), headerWithinMs);
  const { promise, resolve, reject } = Promise.withResolvers<{ header: Buffer; rest: Buffer }>();
  let received: Buffer = Buffer.alloc(0);
  const onData = (bytes: Buffer): void => {
    received = Buffer.concat([received, bytes]);
    const decoded = decodeProxyV2(received);
    if (decoded === 'incomplete') return;
    client.off('data', onData);
    client.pause();
    if (decoded === 'invalid') return reject(new Error('no header'));
    resolve({ header: received.subarray(0, decoded.bytesRead), rest: received.subarray(decoded.bytesRead) });
  };
  const onEnd = (): void => reject(new Error('no header'));
  client.on('data', onData).once('close', onEnd).once('end', onEnd);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    client.off('close', onEnd).off('end', onEnd);
  }
}

async function reach(path: string): Promise<Socket> {
  using short = shortPath(path);
  const realm = connect({ path: short.path, allowHalfOpen: true });
  try {
    await once(realm, 'connect', { signal: AbortSignal.timeout(connectWithinMs) });
    return realm;
  } catch (error) {
    realm.destroy();
    throw error;
  }
}

/** Relays both directions, and the end of each; bytes already written still arrive. */
function couple(client: Socket, realm: Socket): void {
  realm.on('error', () => undefined);
  realm.once('close', () => client.destroySoon());
  client.once('close', () => realm.destroySoon());
  client.pipe(realm).pipe(client);
  if (client.destroyed) realm.destroySoon();
}
