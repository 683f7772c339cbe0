import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { json } from 'node:stream/consumers';
import type { DerivedCertificate } from '@realmkeep/sockets';
import type { AccountAnswer, GatewayMessage, GatewayRoute, WakeAnswer, JoinBody } from '@realmkeep/contract/gateway';

export const token = 'a-token-of-the-tests-with-32-characters';

/** Stands in for the api: serves the calls of the gateway as the contract says them. */
export class RoutesServer {
  readonly #routes = new Map<string, GatewayRoute>();
  readonly #streams = new Set<ServerResponse>();
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
  /** Awaited between the look at what is so and its answer. */
  beforeRouteAnswer: (address: string) => Promise<void> | void = () => undefined;
  /** True: questions for nicknames are not answered. */
  isMute = false;

  private constructor(certificate: DerivedCertificate | null) {
    this.#certificate = certificate;
  }

  /** @param certificate by which it serves TLS; null: it serves none */
  static async start(
    routes: GatewayRoute[] = [],
    certificate: DerivedCertificate | null = null,
  ): Promise<RoutesServer> {
    const server = new RoutesServer(certificate);
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
      this.opened++;
      this.#streams.add(response);
      response.once('close', () => this.#streams.delete(response));
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      const routes = [...this.#routes.values()].filter(({ state }) => /READY|STARTING|WAITING/.test(state));
      response.write(`${JSON.stringify({ type: 'routes', routes })}\n`);
    };
    this.#server = this.#certificate ? createTlsServer(this.#certificate, answer) : createServer(answer);
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.#port = address.port;
  }

  set(route: GatewayRoute): void {
    this.#routes.set(route.realmId, route);
    this.#send({ type: 'route', route });
  }

  remove(realmId: string): void {
    this.#routes.delete(realmId);
    this.#send({ type: 'gone', realmId });
  }

  /** Writes any line to the open streams. */
  sendRaw(line: string): void {
    for (const stream of this.#streams) stream.write(`${line}\n`);
  }

  /** Dies with its streams, as a killed api does. */
  async kill(): Promise<void> {
    this.#server.closeAllConnections();
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

  #send(message: GatewayMessage): void {
    this.sendRaw(JSON.stringify(message));
  }
}
