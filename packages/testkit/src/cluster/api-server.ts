import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { admissionError, invalidError, type Loose } from './admission.ts';

/** What may be done with what, by the Role that operators give to the api. */
const role = readRole();

export interface Stored {
  kind: string;
  metadata: {
    name: string;
    uid: string;
    resourceVersion: string;
    creationTimestamp: string;
    deletionTimestamp?: string;
    deletionGracePeriodSeconds?: number;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    ownerReferences?: { uid: string }[];
  };
  spec?: Loose;
  status?: Loose;
  data?: Record<string, string>;
}

type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';
interface Logged {
  resource: string;
  type: EventType;
  object: Stored;
  version: number;
}

/** An answer that is no success. */
class Refusal extends Error {
  readonly code: number;
  readonly reason: string;
  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

/**
 * Stands in for the API server of a cluster, with one namespace: versions, watches from any of them that it remembers, bookmarks, deletion with
 * grace, preconditions, owners, the namespace's admission, and a single Role. Changes are emitted as events `change`.
 */
export class StandInApiServer extends EventEmitter<{ change: [Logged] }> {
  readonly #objects = new Map<string, Map<string, Stored>>(Object.keys(role).map((resource) => [resource, new Map()]));
  readonly #log: Logged[] = [];
  readonly #watches = new Set<{ resource: string; selector: string; response: ServerResponse }>();
  #version = 1000;
  /** The version before the oldest change that it remembers. */
  #forgotten = 1000;
  #stale = 0;
  #server: Server | null = null;
  #port = 0;
  /** Whether open watches receive nothing, as if a network had dropped them. */
  isMute = false;
  /** When lists of a resource are answered, if not at once. */
  readonly listedAfter = new Map<string, Promise<void>>();
  /** Every call, by verb and resource. */
  readonly calls: string[] = [];

  /** What callers have to bear; null: nothing. */
  token: string | null = null;
  readonly #tls: { key: string; cert: string } | null;

  /** @param tls by which it serves, as `localhost`; null: by plain HTTP */
  constructor(tls: { key: string; cert: string } | null = null) {
    super();
    this.#tls = tls;
  }

  get url(): string {
    return this.#tls ? `https://localhost:${this.#port}` : `http://127.0.0.1:${this.#port}`;
  }

  /** At the port that it had. */
  async start(): Promise<void> {
    const listener: RequestListener = (request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        const { code, reason } = error instanceof Refusal ? error : { code: 500, reason: 'InternalError' };
        send(response, code, statusOf(code, reason, error instanceof Error ? error.message : String(error)));
      });
    };
    this.#server = this.#tls ? createTlsServer(this.#tls, listener) : createServer(listener);
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  all(resource: string): Stored[] {
    return [...(this.#objects.get(resource)?.values() ?? [])];
  }

  find(resource: string, name: string): Stored | null {
    return this.#objects.get(resource)?.get(name) ?? null;
  }

  /** As a controller or a kubelet does, which is not bound by the Role. */
  update(resource: string, name: string, change: (object: Stored) => void): void {
    const found = this.find(resource, name);
    if (found === null) return;
    const object = structuredClone(found);
    change(object);
    this.#write(resource, 'MODIFIED', object);
  }

  /** Takes it away, whatever it waits for. */
  take(resource: string, name: string): void {
    const object = this.find(resource, name);
    if (object === null) return;
    this.#write(resource, 'DELETED', structuredClone(object));
    for (const [other, objects] of this.#objects) {
      for (const one of objects.values()) {
        if (one.metadata.ownerReferences?.some(({ uid }) => uid === object.metadata.uid))
          this.take(other, one.metadata.name);
      }
    }
    // The finalizer of a claim in use.
    for (const claim of this.all('persistentvolumeclaims')) {
      if (claim.metadata.deletionTimestamp && !this.#isUsed(claim))
        this.take('persistentvolumeclaims', claim.metadata.name);
    }
  }

  /** As a cluster does each minute. */
  bookmark(): void {
    for (const { response } of this.#watches) tell(response, 'BOOKMARK', this.#bookmark());
  }

  /** As after five minutes: clients that have fallen behind must list again. */
  forget(): void {
    this.#log.length = 0;
    this.#forgotten = this.#version;
  }

  /** Ends all watches, as it does now and then. */
  endWatches(): void {
    for (const { response } of this.#watches) response.end();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.token !== null && request.headers.authorization !== `Bearer ${this.token}`)
      throw new Refusal(401, 'Unauthorized', 'Unauthorized');
    const url = new URL(request.url ?? '/', this.url);
    const [, resource = '', name] = /^\/api\/v1\/namespaces\/realms\/(\w+)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
    const query = url.searchParams;
    const verb = verbOf(request.method ?? '', name, query);
    this.calls.push(`${verb} ${resource}`);
    if (!role[resource]?.includes(verb)) throw new Refusal(403, 'Forbidden', `${verb} of ${resource} is not allowed`);
    const body = await text(request);
    const given = body === '' ? {} : JSON.parse(body);
    if (verb === 'watch') return this.#watch(resource, query, response);
    if (verb === 'list') await this.listedAfter.get(resource);
    if (verb === 'list') return send(response, 200, this.#list(resource, query));
    if (verb === 'create') return send(response, 201, this.#create(resource, given));
    const object = this.find(resource, name ?? '');
    if (object === null) throw new Refusal(404, 'NotFound', `${resource} "${name}" not found`);
    if (verb === 'get') return send(response, 200, object);
    if (verb === 'patch') return send(response, 200, this.#patch(resource, object, request, given));
    return send(response, 200, this.#delete(resource, object, given));
  }

  #list(resource: string, query: URLSearchParams): object {
    const [version = this.#version, after = ''] = fromToken(query.get('continue'));
    if (version < this.#forgotten) throw new Refusal(410, 'Expired', 'the provided continue parameter is too old');
    const limit = Number(query.get('limit') ?? Infinity);
    const all = this.all(resource)
      .filter((object) => fits(object, query.get('labelSelector') ?? ''))
      .toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1))
      .filter(({ metadata }) => metadata.name > after);
    const items = all.slice(0, limit);
    const last = items.at(-1)?.metadata.name ?? '';
    const more = all.length > items.length ? toToken(version, last) : '';
    return { kind: 'List', apiVersion: 'v1', metadata: { resourceVersion: String(version), continue: more }, items };
  }

  #watch(resource: string, query: URLSearchParams, response: ServerResponse): void {
    const from = Number(query.get('resourceVersion') ?? 0);
    const selector = query.get('labelSelector') ?? '';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    if (from < this.#forgotten) {
      tell(response, 'ERROR', statusOf(410, 'Expired', `too old resource version: ${from} (${this.#forgotten})`));
      return void response.end();
    }
    for (const logged of this.isMute ? [] : this.#log) {
      if (logged.resource === resource && logged.version > from && fits(logged.object, selector))
        tell(response, logged.type, logged.object);
    }
    const watch = { resource, selector, response };
    this.#watches.add(watch);
    const end = setTimeout(() => response.end(), Number(query.get('timeoutSeconds') ?? 3600) * 1000);
    response.once('close', () => {
      clearTimeout(end);
      this.#watches.delete(watch);
    });
  }

  #create(resource: string, given: Loose): Stored {
    const invalid = invalidError(resource, given);
    if (invalid !== null) throw new Refusal(422, 'Invalid', invalid);
    const refused = admissionError(resource, given);
    if (refused !== null) throw new Refusal(403, 'Forbidden', refused);
    const { name } = given.metadata;
    if (this.find(resource, name)) throw new Refusal(409, 'AlreadyExists', `${resource} "${name}" already exists`);
    const object = structuredClone(given) as Stored;
    Object.assign(object.metadata, { uid: randomUUID(), creationTimestamp: new Date().toISOString() });
    object.status = { phase: 'Pending' };
    return this.#write(resource, 'ADDED', object);
  }

  #patch(resource: string, found: Stored, request: IncomingMessage, given: Partial<Stored>): Stored {
    if (request.headers['content-type'] !== 'application/merge-patch+json')
      throw new Refusal(415, 'UnsupportedMediaType', 'the body of the request was in an unknown format');
    const version = given.metadata?.resourceVersion;
    if (version !== undefined && version !== found.metadata.resourceVersion)
      throw new Refusal(
        409,
        'Conflict',
        'the object has been modified; please apply your changes to the latest version',
      );
    const object = merge(found, given) as Stored;
    return this.#write(resource, 'MODIFIED', object);
  }

  #delete(
    resource: string,
    found: Stored,
    given: { preconditions?: { uid?: string }; gracePeriodSeconds?: number },
  ): object {
    const { uid, name } = found.metadata;
    const wanted = given.preconditions?.uid;
    if (wanted !== undefined && wanted !== uid) {
      // Both have been seen of clusters.
      const [code, reason] = (this.#stale += 1) % 2 === 0 ? ([409, 'Conflict'] as const) : ([422, 'Invalid'] as const);
      throw new Refusal(
        code,
        reason,
        `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${uid}`,
      );
    }
    const isOnNode = resource === 'pods' && found.spec.nodeName !== undefined;
    const isUsed = resource === 'persistentvolumeclaims' && this.#isUsed(found);
    if (!isOnNode && !isUsed) {
      this.take(resource, name);
      return statusOf(200, 'Success', '');
    }
    const grace = given.gracePeriodSeconds ?? found.spec.terminationGracePeriodSeconds ?? 30;
    this.update(resource, name, ({ metadata }) => {
      metadata.deletionTimestamp ??= new Date(Date.now() + grace * 1000).toISOString();
      if (isOnNode) metadata.deletionGracePeriodSeconds = Math.min(grace, metadata.deletionGracePeriodSeconds ?? grace);
    });
    return this.find(resource, name) ?? statusOf(200, 'Success', '');
  }

  #isUsed({ metadata: { name } }: Stored): boolean {
    return this.all('pods').some(
      ({ spec, status }) =>
        spec.volumes?.some(
          (volume: { persistentVolumeClaim?: { claimName: string } }) =>
            volume.persistentVolumeClaim?.claimName === name,
        ) && !(status.phase === 'Pending' && spec.nodeName === undefined),
    );
  }

  #write(resource: string, type: EventType, object: Stored): Stored {
    this.#version += 1;
    object.metadata.resourceVersion = String(this.#version);
    const objects = this.#objects.get(resource);
    if (type === 'DELETED') objects?.delete(object.metadata.name);
    else objects?.set(object.metadata.name, object);
    const logged = { resource, type, object: structuredClone(object), version: this.#version };
    this.#log.push(logged);
    for (const watch of this.#watches) {
      if (!this.isMute && watch.resource === resource && fits(object, watch.selector))
        tell(watch.response, type, object);
    }
    this.emit('change', logged);
    return object;
  }

  #bookmark(): object {
    return { metadata: { resourceVersion: String(this.#version) } };
  }
}

function verbOf(method: string, name: string | undefined, query: URLSearchParams): string {
  if (method === 'GET') return name !== undefined ? 'get' : query.has('watch') ? 'watch' : 'list';
  return (
    { POST: 'create', PATCH: 'patch', DELETE: name === undefined ? 'deletecollection' : 'delete' }[method] ?? method
  );
}

function fits({ metadata }: Stored, selector: string): boolean {
  return selector
    .split(',')
    .filter((part) => part !== '')
    .every((part) => {
      const [label = '', value] = part.split('=');
      const has = metadata.labels?.[label];
      return value === undefined ? has !== undefined : has === value;
    });
}

/** RFC 7386. */
function merge(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> = { ...(typeof target === 'object' ? target : {}) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merge(result[key], value);
  }
  return result;
}

function statusOf(code: number, reason: string, message: string): object {
  return { kind: 'Status', apiVersion: 'v1', status: code < 300 ? 'Success' : 'Failure', code, reason, message };
}

function toToken(version: number, after: string): string {
  return Buffer.from(JSON.stringify([version, after])).toString('base64url');
}

function fromToken(token: string | null): [number?, string?] {
  return token === null ? [] : JSON.parse(Buffer.from(token, 'base64url').toString());
}

function tell(response: ServerResponse, type: string, object: object): void {
  response.write(`${JSON.stringify({ type, object })}\n`);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** As the chart gives them to the api. */
function readRole(): Record<string, readonly string[]> {
  const file = new URL('../../../../deploy/chart/files/rights.json', import.meta.url);
  const rules = JSON.parse(readFileSync(file, 'utf8')) as Rule[];
  return Object.fromEntries(rules.flatMap(({ resources, verbs }) => resources.map((resource) => [resource, verbs])));
}

interface Rule {
  resources: string[];
  verbs: string[];
}
