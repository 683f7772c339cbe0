import type { Socket } from 'node:net';
import {
  addressGroup,
  decodeFrame,
  decodeStatusRequest,
  encodeLoginDisconnect,
  encodePing,
  normaliseServerAddress,
  ProtocolError,
  wideAddressGroup,
} from '@realmkeep/protocol';
import type { Handshake, LegacyPing, ProvenAccount } from '@realmkeep/protocol';
import type { GatewayRoute } from '@realmkeep/contract/gateway';
import { legacyStatusAnswer, statusAnswer } from '../answers/status-answers.ts';
import type { StatusCache } from '../answers/status-cache.ts';
import { messageFor } from '../answers/messages.ts';
import type { Answer } from '../answers/messages.ts';
import type { Config } from '../config.ts';
import { type Counts, Ended } from '../counts.ts';
import type { Nicknames } from '../nicknames.ts';
import type { Wakes } from '../wakes.ts';
import type { ConnectionQuota } from '../limits/connection-quota.ts';
import { networkShare } from '../limits/network-share.ts';
import type { TokenBuckets } from '@realmkeep/sockets';
import { resolve } from '../routes/resolve.ts';
import type { Destination } from '../routes/resolve.ts';
import type { KnownRoutes } from '../routes/known-routes.ts';
import { takeCode } from './address-code.ts';
import { destroyLater } from './destroy-later.ts';
import { readGreeting, readLoginStart } from './greeting.ts';
import { holdAtGate, routeOnTheWay } from './hold.ts';
import { ClientGone, Inbox } from './inbox.ts';
import { assertNoProxyHeader, isOfProxy, ProxyRefused, readOrigin } from './origin.ts';
import type { Origin } from './origin.ts';
import { proxyHeaderFor } from './proxy-header.ts';
import { relay } from './relay.ts';

/** What every client shares. */
export interface Services {
  config: Config;
  routes: KnownRoutes;
  statuses: StatusCache;
  /** Of all connections, shared by the wide networks. */
  total: ConnectionQuota;
  perAddress: ConnectionQuota;
  /** Of one network on one realm. */
  perRealm: ConnectionQuota;
  /** Of connections from a proxy that has not yet said where they come from: until then they take no place in the total. */
  unnamed: ConnectionQuota;
  logins: TokenBuckets;
  nicknames: Nicknames;
  wakes: Wakes;
  /** How long to hold a player for a realm that is not ready yet. */
  holdMs: number;
  counts: Counts;
}

type LoginStart = Awaited<ReturnType<typeof readLoginStart>>;
type RealmDestination = Extract<Destination, { kind: 'realm' }>;

/** A ping, with its length and id. */
const maxStatusRequestLength = 9;

/** Serves one connection from its first byte until it is relayed, answered or dropped. Never throws. */
export async function serveClient(client: Socket, services: Services): Promise<void> {
  const { config, counts } = services;
  client.on('error', () => undefined);
  const deadline = setTimeout(() => client.destroy(new Ended('late')), config.handshakeTimeoutMs);
  client.once('close', () => {
    clearTimeout(deadline);
    if (client.errored instanceof Ended) counts.add(client.errored.outcome);
  });
  const inbox = new Inbox(client);
  try {
    const isProxied = isOfProxy(client, config.trustedProxies);
    if (isProxied) services.unnamed.enter('', client);
    const origin = await readOrigin(client, inbox, isProxied);
    services.unnamed.leave(client);
    if (client.destroyed) throw new ClientGone();
    const group = addressGroup(origin.source.host);
    if (!services.perAddress.enter(group, client, config.maxConnectionsPerAddress)) {
      counts.add('refusedByAddress');
      client.destroy();
      return;
    }
    if (!services.total.enter(wideAddressGroup(origin.source.host), client)) {
      counts.add('refusedByTotal');
      client.destroy();
      return;
    }
    const greeting = await readGreeting(inbox).catch((error: unknown) => {
      if (!isProxied) assertNoProxyHeader(client, inbox);
      throw error;
    });
    if (greeting.kind === 'legacy') {
      await serveLegacyStatus(client, inbox, greeting.ping, group, services);
      return;
    }
    const { handshake, bytes, code } = takeCode(greeting, config.baseDomain);
    const destination = await destinationOf(handshake.serverAddress, group, services);
    if (handshake.nextState === 'status') {
      await serveStatus(client, inbox, handshake, destination, services);
      return;
    }
    if (!services.logins.take(group)) {
      counts.add('hurried');
      refuseLogin(client, inbox, { reason: 'hurried' });
      return;
    }
    const isHeld = routeOnTheWay(destination) !== null;
    const isRead = isHeld || (destination.kind === 'realm' && destination.endpoint.proxyProtocol);
    const login = isRead ? await readLoginStart(inbox) : null;
    clearTimeout(deadline);
    const reached =
      isHeld && login ? await hold(client, login.name, { origin, group, handshake }, services) : destination;
    if (reached.kind === 'message') {
      counts.add('answeredInWords');
      refuseLogin(client, inbox, reached.answer);
      return;
    }
    if (!takeShare(client, group, reached.route, services)) {
      counts.add('answeredInWords');
      refuseLogin(client, inbox, { reason: 'crowded', route: reached.route });
      return;
    }
    const opening = await openingFor(
      { ...origin, ...(code === null ? {} : { code }) },
      bytes,
      login,
      reached,
      services,
    );
    services.total.settle(client);
    services.perAddress.settle(client);
    await serveLogin(client, inbox, opening, reached, services);
  } catch (error) {
    drop(client, error, counts);
  }
}

/** Takes one of the realm's places for the network; it is given back when the client's connection closes. */
function takeShare(client: Socket, group: string, { realmId, slots }: GatewayRoute, { perRealm }: Services): boolean {
  const name = `${realmId} ${group}`;
  const entered = perRealm.enter(name, client, networkShare(slots));
  perRealm.settle(client);
  return entered;
}

function destinationOf(serverAddress: string, group: string, { config, routes }: Services): Promise<Destination> {
  return resolve(normaliseServerAddress(serverAddress), config.baseDomain, routes, group);
}

/** One status, then one ping, either of which may be missing. */
async function serveStatus(
  client: Socket,
  inbox: Inbox,
  handshake: Handshake,
  destination: Destination,
  { statuses, counts }: Services,
): Promise<void> {
  let request = decodeStatusRequest(await inbox.read(readRequestFrame));
  if (request.kind === 'status') {
    counts.add('status');
    client.write(await statusAnswer(destination, handshake.protocolVersion, statuses));
    request = decodeStatusRequest(await inbox.read(readRequestFrame));
  }
  if (request.kind !== 'ping') throw new ProtocolError('a second status request');
  farewell(client, inbox, encodePing(request.payload));
}

function readRequestFrame(unread: Buffer): ReturnType<typeof decodeFrame> {
  return decodeFrame(unread, maxStatusRequestLength);
}

async function serveLegacyStatus(
  client: Socket,
  inbox: Inbox,
  ping: LegacyPing,
  group: string,
  services: Services,
): Promise<void> {
  services.counts.add('legacyStatus');
  const { baseDomain } = services.config;
  // The older forms name no host: their senders are told how to type an address.
  const destination = await destinationOf(ping.form === 'named' ? ping.hostname : baseDomain, group, services);
  farewell(client, inbox, await legacyStatusAnswer(destination, ping.form, services.statuses));
}

async function hold(
  client: Socket,
  nickname: string,
  { origin, group, handshake }: { origin: Origin; group: string; handshake: Handshake },
  services: Services,
): Promise<Destination> {
  const { routes, wakes, holdMs, counts, nicknames } = services;
  counts.held += 1;
  // Known by the time the realm runs.
  void nicknames.isUnregistered(nickname);
  return await holdAtGate({
    client,
    player: { nickname, address: origin.source.host },
    group,
    find: () => destinationOf(handshake.serverAddress, group, services),
    routes: routes.table,
    wakes,
    patienceMs: holdMs,
  }).finally(() => (counts.held -= 1));
}

/** The first bytes for the realm: a PROXY header that says who joins, then what the client has sent. */
async function openingFor(
  origin: Origin & { code?: string },
  handshakeBytes: Buffer,
  login: LoginStart | null,
  { route, endpoint }: RealmDestination,
  { nicknames }: Services,
): Promise<Buffer> {
  const said = [handshakeBytes, ...(login ? [login.bytes] : [])];
  if (!endpoint.proxyProtocol || !login) return Buffer.concat(said);
  const header = { ...origin, ...(await whoComes(origin, login.name, route.realmId, nicknames)) };
  return Buffer.concat([proxyHeaderFor(endpoint, header), ...said]);
}

/** A player with a code can only prove themselves with that code. */
async function whoComes(
  { source, code }: Origin & { code?: string },
  nickname: string,
  realmId: string,
  nicknames: Nicknames,
): Promise<{ unregistered?: true; account?: ProvenAccount }> {
  if (await nicknames.isUnregistered(nickname)) return { unregistered: true };
  if (code !== undefined) return {};
  const account = await nicknames.accountOf(realmId, { nickname, address: source.host });
  return account ? { account } : {};
}

async function serveLogin(
  client: Socket,
  inbox: Inbox,
  opening: Buffer,
  { route, endpoint }: RealmDestination,
  { counts }: Services,
): Promise<void> {
  const isRelayed = await relay(client, endpoint, Buffer.concat([opening, inbox.handOver()]));
  counts.add(isRelayed ? 'relayed' : 'unreachable');
  if (!isRelayed) refuseLogin(client, inbox, { reason: 'silent', route });
}

function refuseLogin(client: Socket, inbox: Inbox, answer: Answer): void {
  farewell(client, inbox, encodeLoginDisconnect({ text: messageFor(answer) }));
}

function farewell(client: Socket, inbox: Inbox, lastAnswer: Buffer): void {
  inbox.discard();
  client.end(lastAnswer);
  destroyLater(client);
}

function drop(client: Socket, error: unknown, counts: Counts): void {
  if (client.errored instanceof Ended) return;
  if (error instanceof ClientGone) {
    counts.add('hungUp');
    // It may still read: a status answer can be on its way.
    client.end();
    return;
  }
  if (error instanceof ProxyRefused) counts.proxyRefused(error.from, error.message);
  else counts.add(error instanceof ProtocolError ? 'garbage' : 'failed');
  client.destroy();
}
