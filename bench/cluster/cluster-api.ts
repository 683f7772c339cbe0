import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stored } from '@realmkeep/testkit/cluster/api-server';
import type { AccountForTest } from '@realmkeep/testkit/cluster/real-cluster';

const lookEveryMs = 10;
const answerWithinMs = 30_000;

/** The few calls of the Kubernetes API that the proofs need, in the realms' namespace: a kubectl for each would take longer than what is measured. */
export class ClusterApi {
  readonly #account: AccountForTest;
  readonly #agent: Agent;
  readonly #token: string;

  private constructor(account: AccountForTest, ca: Buffer, token: string) {
    this.#account = account;
    this.#agent = new Agent({ keepAlive: true, ca });
    this.#token = token;
  }

  static async open(account: AccountForTest): Promise<ClusterApi> {
    const read = (name: string) => readFile(join(account.credentials, name));
    return new ClusterApi(account, await read('ca.crt'), (await read('token')).toString());
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Returns null when there is none. */
  async find(resource: string, name: string): Promise<Stored | null> {
    return this.#call('GET', `${resource}/${name}`) as Promise<Stored | null>;
  }

  async all(resource: string): Promise<Stored[]> {
    const selector = '?labelSelector=app.kubernetes.io%2Fmanaged-by%3Drealmkeep';
    return ((await this.#call('GET', resource + selector)) as { items: Stored[] }).items;
  }

  async remove(resource: string, name: string): Promise<void> {
    await this.#call('DELETE', `${resource}/${name}`);
  }

  async create(resource: string, body: object): Promise<void> {
    await this.#call('POST', resource, body);
  }

  /** Polls the pod until the condition holds. @throws the signal's reason */
  async podBecomes(
    name: string,
    condition: (pod: Stored | null) => boolean,
    signal: AbortSignal,
  ): Promise<Stored | null> {
    for (;;) {
      const pod = await this.find('pods', name);
      if (condition(pod)) return pod;
      await pause(lookEveryMs, undefined, { signal });
    }
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const { url, namespace } = this.#account;
    const content = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
    };
    const options = { method, headers, agent: this.#agent, timeout: answerWithinMs };
    const sent = request(`${url}/api/v1/namespaces/${namespace}/${path}`, options);
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer`)));
    sent.end(content);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const answer = await text(response);
    const { statusCode = 0 } = response;
    if (statusCode === 404) return null;
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${answer}`);
    return JSON.parse(answer);
  }
}
