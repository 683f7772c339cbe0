import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent as PlainAgent, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { join } from 'node:path';
import { type Pace, pacedLines, payer } from '../paced-lines.ts';
import { RuntimeError } from '../runtime.ts';
import { Status } from './kube-objects.ts';

const answerWithinMs = 20_000;
const maxAnswerBytes = 64 * 1024 * 1024;
const longestLine = 4 * 1024 * 1024;
const pace: Pace = { burst: 64 * 1024 * 1024, perSecond: 16 * 1024 * 1024 };
/** A cluster replaces a token long before it expires, which is at least ten minutes after it was issued. */
const tokenMs = 60_000;

/** An answer of the cluster that is no success. */
export class KubeError extends Error {
  override readonly name = 'KubeError';
  readonly status: number;
  constructor(call: string, status: number, message: string) {
    super(`the cluster answered ${status} to ${call}: ${message}`);
    this.status = status;
  }
}

export interface ClusterAddress {
  /** The API server's address. With plain http, as from `kubectl proxy`, no credentials are needed. */
  url: string;
  namespace: string;
  /** The folder with `token` and `ca.crt`, as pods have it of their service account. */
  credentials: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Resource = 'pods' | 'persistentvolumeclaims' | 'secrets';

/**
 * Some ten calls of the API of a Kubernetes cluster, about objects of one namespace: https://kubernetes.io/docs/reference/using-api/api-concepts/
 */
export class KubeClient {
  readonly #address: ClusterAddress;
  readonly #agent: PlainAgent | TlsAgent;
  #token: { text: string; readAt: number } | null = null;

  constructor(address: ClusterAddress) {
    this.#address = address;
    this.#agent = this.#isTls()
      ? new TlsAgent({ keepAlive: true, ca: readFileSync(join(address.credentials, 'ca.crt')) })
      : new PlainAgent({ keepAlive: true });
  }

  /** @throws RuntimeError unreachable; KubeError */
  list(resource: Resource, query: Readonly<Record<string, string>>): Promise<unknown> {
    return this.#call('GET', `${this.#path(resource)}?${new URLSearchParams(query)}`);
  }

  get(resource: Resource, name: string): Promise<unknown> {
    return this.#call('GET', this.#path(resource, name));
  }

  create(resource: Resource, body: object): Promise<unknown> {
    return this.#call('POST', this.#path(resource), { body });
  }

  /** By RFC 7386. A `resourceVersion` in it has the call fail with 409 where the object is another by now. */
  patch(resource: Resource, name: string, body: object): Promise<unknown> {
    return this.#call('PATCH', this.#path(resource, name), { body, type: 'application/merge-patch+json' });
  }

  /**
   * It is not an error if the object is gone, or its name belongs to another object by now.
   * @param uid of the object to remove
   */
  async remove(resource: Resource, name: string, uid?: string, gracePeriodSeconds?: number): Promise<void> {
    const body = {
      ...(uid !== undefined && { preconditions: { uid } }),
      ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    };
    try {
      await this.#call('DELETE', this.#path(resource, name), { body });
    } catch (error) {
      // Clusters say 409 of another uid, or 422.
      if (!isStatus(error, 404, 409, 422)) throw error;
    }
  }

  /** The events of a watch, until either side ends it. @param silenceMs without a byte, after which the server counts as gone */
  async *watch(
    resource: Resource,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
    silenceMs: number,
  ): AsyncGenerator {
    const path = `${this.#path(resource)}?${new URLSearchParams({ ...query, watch: '1' })}`;
    const silent = new AbortController();
    const silentAfter = (ms: number): NodeJS.Timeout =>
      setTimeout(() => silent.abort(new Error(`silent for ${ms} ms`)), ms).unref();
    let timer = silentAfter(Math.min(silenceMs, answerWithinMs));
    let response: IncomingMessage | null = null;
    try {
      response = await this.#send('GET', path, {}, AbortSignal.any([signal, silent.signal]));
      if (response.statusCode !== 200) throw await this.#refused(`GET ${path}`, response);
      clearTimeout(timer);
      timer = silentAfter(silenceMs);
      response.on('data', () => timer.refresh());
      for await (const line of pacedLines(response, payer(pace), longestLine, signal))
        if (line !== '') yield JSON.parse(line);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof KubeError || error instanceof RuntimeError ? error : asUnreachable(error);
    } finally {
      clearTimeout(timer);
      response?.destroy();
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #call(method: Method, path: string, sent: Sent = {}): Promise<unknown> {
    const response = await this.#send(method, path, sent, AbortSignal.timeout(answerWithinMs));
    const { statusCode = 0 } = response;
    if (statusCode >= 300) throw await this.#refused(`${method} ${path}`, response);
    return JSON.parse(await bodyOf(response));
  }

  async #refused(call: string, response: IncomingMessage): Promise<Error> {
    const { statusCode = 0 } = response;
    const text = await bodyOf(response);
    const message = (messageOf(text) ?? text).slice(0, 500);
    // The token has been replaced.
    if (statusCode === 401) this.#token = null;
    if (statusCode === 401 || statusCode === 429 || statusCode >= 500) {
      return new RuntimeError('unreachable', `the cluster answered ${statusCode} to ${call}: ${message}`);
    }
    return new KubeError(call, statusCode, message);
  }

  async #send(
    method: Method,
    path: string,
    { body, type = 'application/json' }: Sent,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      ...(this.#isTls() && { authorization: `Bearer ${this.#readToken()}` }),
      ...(text !== '' && { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) }),
    };
    const request = this.#isTls() ? tlsRequest : plainRequest;
    const call = request(new URL(path, this.#address.url), { method, headers, agent: this.#agent, signal });
    // Errors after the answer are the answer's.
    call.on('error', () => undefined);
    call.end(text);
    try {
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      return response;
    } catch (error) {
      throw asUnreachable(error);
    }
  }

  #readToken(): string {
    const now = performance.now();
    if (this.#token === null || now - this.#token.readAt > tokenMs) {
      const text = readFileSync(join(this.#address.credentials, 'token'), 'utf8').trim();
      this.#token = { text, readAt: now };
    }
    return this.#token.text;
  }

  #isTls(): boolean {
    return new URL(this.#address.url).protocol === 'https:';
  }

  #path(resource: Resource, name?: string): string {
    const all = `/api/v1/namespaces/${this.#address.namespace}/${resource}`;
    return name === undefined ? all : `${all}/${name}`;
  }
}

interface Sent {
  body?: object;
  type?: string;
}

/** Whether the cluster has answered with one of these. */
export function isStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof KubeError && statuses.includes(error.status);
}

function asUnreachable(error: unknown): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new RuntimeError('unreachable', `the cluster does not answer: ${why}`);
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const piece of response.setEncoding('utf8') as AsyncIterable<string>) {
      text += piece;
      if (text.length > maxAnswerBytes) throw new Error('the answer is too long');
    }
  } catch (error) {
    throw asUnreachable(error);
  }
  return text;
}

function messageOf(text: string): string | undefined {
  try {
    return Status.parse(JSON.parse(text)).message;
  } catch {
    return undefined;
  }
}
