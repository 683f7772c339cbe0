import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createInterface } from 'node:readline';
import type { Duplex, Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import {
  type AccountAnswer,
  type GatewayMessage,
  type GatewayRoute,
  type JoinBody,
  routesProtocol,
  type WakeAnswer,
} from '@realmkeep/contract/gateway';
import type { DerivedCertificate } from '@realmkeep/sockets';

export const token = 'a-token-of-the-tests-with-32-characters';

/** A stream, and of what it is told; null: of everything, by an api of the release before. */
interface Follower {
  stream: Writable;
  follows: { realms: Set<string>; absent: Set<string> } | null;
}

/** Stands in for the api: serves the calls of the gateway as the contract says them. */
export class RoutesServer {
  readonly #routes = new Map<string, GatewayRoute>();
  readonly #streams = new Set<Follower>();
  readonly #certificate: DerivedCertificate | null;
  #server = createServer();
  #port = 0;
  /** How many streams were opened so far. */
  opened = 0;
  /** The nicknames of accounts, in lower case. */
  readonly registered = new Set<string>();
  /** The nicknames that were asked for so far. */
  readonly asked: string[] = [];
  /** What the calls to wake a realm are answered with; null: nothing. */
  wakeAnswer: WakeAnswer['answer'] | null = 'awake';
  /** Who wanted to wake which realm so far. */
  readonly wakes: (JoinBody & { realmId: string | undefined })[] = [];
  /** Whose account a player is; null: nobody is taken for one. */
  account: AccountAnswer['account'] = null;
  /** Of whom that was asked so far. */
  readonly joins: (JoinBody & { realmId: string | undefined })[] = [];
  /** Called with each. */
  onWake: (realmId: string) => void = () => undefined;
  /** The addresses that were asked for so far. */
  readonly askedRoutes: string[] = [];
  /** Awaited before it is looked at what is so; by an api of the release before, between that and its answer. */
  beforeRouteAnswer: (address: string) => Promise<void> | void = () => undefined;
  /** True: questions for nicknames are not answered. */
  isMute = false;
  /** True: it tells everything, as the release before. */
  readonly #isOfBefore: boolean;

  private constructor(certificate: DerivedCertificate | null, isOfBefore: boolean) {
    this.#certificate = certificate;
    this.#isOfBefore = isOfBefore;
  }

  /** @param certificate by which it serves TLS; null: it serves none */
  static async start(
    routes: GatewayRoute[] = [],
    certificate: DerivedCertificate | null = null,
    { isOfBefore = false } = {},
  ): Promise<RoutesServer> {
    const server = new RoutesServer(certificate, isOfBefore);
    for (const route of routes) server.#routes.set(route.realmId, route);
    await server.listen();
    return server;
  }

  get url(): string {
    return `${this.#certificate ? 'https' : 'http'}://127.0.0.1:${this.#port}`;
  }

  /** Listens, again on the same port if it did before. */
  async listen(): Promise<void> {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      const nickname = /^\/internal\/nicknames\/(\w+)$/.exec(request.url ?? '')?.[1];
      if (request.headers.authorization !== `Bearer ${token}`) {
        response.writeHead(401).end();
        return;
      }
      if (nickname !== undefined) {
        this.asked.push(nickname);
        if (!this.isMute) response.end(JSON.stringify({ registered: this.registered.has(nickname) }));
        return;
      }
      const woken = /^\/internal\/realms\/(\w+)\/wake$/.exec(request.url ?? '')?.[1];
      if (woken !== undefined && request.method === 'POST') {
        void this.#takeWake(woken, request, response);
        return;
      }
      const joined = /^\/internal\/realms\/(\w+)\/account$/.exec(request.url ?? '')?.[1];
      if (joined !== undefined && request.method === 'POST') {
        void this.#takeJoin(joined, request, response);
        return;
      }
      const address = /^\/internal\/routes\/([\w-]+)$/.exec(request.url ?? '')?.[1];
      if (address !== undefined) {
        void this.#answerRoute(address, response);
        return;
      }
      if (request.url !== '/internal/routes') {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      const routes = [...this.#routes.values()].filter(({ state }) => /READY|STARTING|WAITING/.test(state));
      this.#begin({ stream: response, follows: null }, routes);
    };
    this.#server = this.#certificate ? createTlsServer(this.#certificate, answer) : createServer(answer);
    if (!this.#isOfBefore) this.#server.on('upgrade', (request, stream) => this.#upgrade(request, stream));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.#port = address.port;
  }

  set(route: GatewayRoute): void {
    this.#routes.set(route.realmId, route);
    for (const { stream, follows } of this.#streams) {
      if (follows && !follows.realms.has(route.realmId) && !follows.absent.delete(route.address)) continue;
      follows?.realms.add(route.realmId);
      say(stream, { type: 'route', route });
    }
  }

  remove(realmId: string): void {
    this.#routes.delete(realmId);
    for (const { stream, follows } of this.#streams) {
      if (!follows || follows.realms.delete(realmId)) say(stream, { type: 'gone', realmId });
    }
  }

  /** As an api does that may have missed changes: from now on it follows nothing. */
  beginAnew(): void {
    for (const { stream, follows } of this.#streams) {
      for (const known of [follows?.realms, follows?.absent]) known?.clear();
      say(stream, { type: 'routes', routes: [] });
    }
  }

  /** Writes any line to the open streams. */
  sendRaw(line: string): void {
    for (const { stream } of this.#streams) stream.write(`${line}\n`);
  }

  /** Dies with its streams, as a killed api does. */
  async kill(): Promise<void> {
    this.#server.closeAllConnections();
    for (const { stream } of this.#streams) stream.destroy();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  async #takeWake(realmId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.wakes.push({ ...((await json(request)) as JoinBody), realmId });
    if (this.wakeAnswer !== null) response.end(JSON.stringify({ answer: this.wakeAnswer }));
    this.onWake(realmId);
  }

  async #takeJoin(realmId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.joins.push({ ...((await json(request)) as JoinBody), realmId });
    response.end(JSON.stringify({ account: this.account }));
  }

  async #answerRoute(address: string, response: ServerResponse): Promise<void> {
    this.askedRoutes.push(address);
    const route = [...this.#routes.values()].find((one) => one.address === address) ?? null;
    await this.beforeRouteAnswer(address);
    response.end(JSON.stringify({ route }));
  }

  #begin(follower: Follower, routes: GatewayRoute[]): void {
    this.opened++;
    this.#streams.add(follower);
    follower.stream.once('close', () => this.#streams.delete(follower));
    say(follower.stream, { type: 'routes', routes });
  }

  #upgrade({ url, headers }: IncomingMessage, stream: Duplex): void {
    if (url !== '/internal/routes' || headers.authorization !== `Bearer ${token}`) return void stream.destroy();
    stream.on('error', () => undefined).once('end', () => stream.destroy());
    stream.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${routesProtocol}\r\n\r\n`);
    const follows = { realms: new Set<string>(), absent: new Set<string>() };
    this.#begin({ stream, follows }, []);
    const lines = createInterface(stream);
    lines.on('error', () => undefined);
    lines.on('line', (address) => void this.#answerOn(stream, follows, address));
  }

  async #answerOn(stream: Writable, follows: NonNullable<Follower['follows']>, address: string): Promise<void> {
    this.askedRoutes.push(address);
    await this.beforeRouteAnswer(address);
    const route = [...this.#routes.values()].find((one) => one.address === address);
    if (route) follows.realms.add(route.realmId);
    else follows.absent.add(address);
    say(stream, route ? { type: 'route', route } : { type: 'absent', address });
  }
}

function say(stream: Writable, message: GatewayMessage): void {
  stream.write(`${JSON.stringify(message)}\n`);
}
