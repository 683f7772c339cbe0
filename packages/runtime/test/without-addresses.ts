import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { ClusterAddress } from '../src/kubernetes/kube-client.ts';

/** A proxy to a cluster's API that hides the addresses of pods, as if their nodes never reported them. */
export async function withoutAddresses(address: ClusterAddress): Promise<ClusterAddress & AsyncDisposable> {
  const read = (name: string): string => readFileSync(join(address.credentials, name), 'utf8').trim();
  const agent = new Agent({ ca: read('ca.crt') });
  const authorization = `Bearer ${read('token')}`;

  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const { method, url = '', headers: sent } = from;
    const { host: _host, connection: _connection, ...kept } = sent;
    const onward = request(new URL(url, address.url), { method, headers: { ...kept, authorization }, agent });
    to.once('close', () => onward.destroy());
    onward.on('error', () => to.destroy());
    void pipeline(from, onward).catch(() => undefined);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    to.writeHead(answer.statusCode ?? 500, { 'content-type': answer.headers['content-type'] });
    to.flushHeaders();
    // Each event of a watch is one line, and so is any other answer.
    for await (const line of createInterface(answer))
      to.write(`${line.replaceAll(/"podIP":"[^"]*"/g, '"podIP":""')}\n`);
    to.end();
  }

  const server = createServer((from, to) => void pass(from, to).catch(() => to.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...address,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
