import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { decodeProxyV2, isProved, readGameProof, withoutProof } from '@realmkeep/protocol';
import type { RealmRuntime } from '@realmkeep/runtime';
import { gameKeyFor, type HostKey } from '@realmkeep/runtime/host';
import { shortPath } from '@realmkeep/sockets';
import type { Logger } from 'pino';

const headerWithinMs = 5000;
const connectWithinMs = 5000;
const maxConnections = 8192;
/** How far the gateway's clock may be from this one's, either way. */
const freshMs = 30_000;
/** Of refusals for the same reason: anybody may come, as often as they like. */
const sayEveryMs = 60_000;

export interface GameRelay {
  port: number;
  close(): void;
}

interface RelayOptions {
  host: string;
  port: number;
  key: HostKey;
  runtime: RealmRuntime;
  log: Logger;
}

/**
 * Relays players from gateways on other machines to this machine's realms: a connection must begin with a PROXY v2 header that contains a proof by
 * the key of the run that it names (game-proof.ts), which is valid once. The realm gets the header without it. Other connections are closed,
 * and the log says why.
 */
export async function openGameRelay({ host, port, key, runtime, log }: RelayOptions): Promise<GameRelay> {
  const used = new UsedProofs();
  const refusals = new Refusals(log);

  async function admit(client: Socket): Promise<void> {
    const { header, rest } = await readHeader(client);
    const proof = readGameProof(header);
    if (proof === null) throw new Refused('its PROXY header has no proof');
    const clockMs = proof.at - Date.now();
    if (Math.abs(clockMs) > freshMs) throw new Refused("its clock is not this machine's", { clockMs });
    if (!isProved(header, gameKeyFor(key, proof.realmId, proof.run))) throw new Refused('its proof is of another key');
    if (!used.take(header, proof.at)) throw new Refused('its proof has been used before');
    const { realmId, run } = proof;
    const observed = await runtime.inspect(realmId);
    const endpoint = observed?.fencingToken === run ? observed.endpoint : null;
    if (endpoint === null || !('path' in endpoint))
      throw new Refused('that run of the realm is over', { realmId, run });
    const realm = await reach(endpoint.path).catch((err: unknown) => {
      throw new Refused('the realm does not answer', { realmId, run, err });
    });
    realm.write(Buffer.concat([withoutProof(header), rest]));
    couple(client, realm);
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    client.on('error', () => undefined);
    const { remoteAddress: from } = client;
    admit(client).catch((error: unknown) => {
      client.destroy();
      if (!(error instanceof ClientGone)) refusals.say(error, from);
    });
  });
  server.maxConnections = maxConnections;
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** The client has closed the connection, or has said nothing. */
class ClientGone extends Error {}

class Refused extends Error {
  readonly details: object;
  /** @param why the same for all of a kind */
  constructor(why: string, details: object = {}) {
    super(why);
    this.details = details;
  }
}

/** Logs why connections were refused. */
class Refusals {
  readonly #log: Logger;
  /** By the reason: when it was logged last, and how often it was not since. */
  readonly #said = new Map<string, { at: number; unsaid: number }>();

  constructor(log: Logger) {
    this.#log = log;
  }

  say(error: unknown, from: string | undefined): void {
    const { message, details } = error instanceof Refused ? error : new Refused('this machine failed', { err: error });
    const said = this.#said.get(message);
    if (said && Date.now() - said.at < sayEveryMs) return void (said.unsaid += 1);
    this.#said.set(message, { at: Date.now(), unsaid: 0 });
    this.#log.warn({ from, ...details, unsaid: said?.unsaid ?? 0 }, `refused a gateway's connection: ${message}`);
  }
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

/** A connection's PROXY header, and the bytes after it. @throws Refused if it sends another beginning, ClientGone */
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
    if (decoded === 'invalid') return reject(new Refused('it begins with no PROXY header'));
    resolve({ header: received.subarray(0, decoded.bytesRead), rest: received.subarray(decoded.bytesRead) });
  };
  const onEnd = (): void => reject(new ClientGone());
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
