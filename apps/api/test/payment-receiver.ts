import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  method: string;
  path: string;
  signature: string;
  body: Buffer;
}

export interface Receiver extends AsyncDisposable {
  origin: string;
  heard: Heard[];
  /** The next answers; afterwards it answers 200, as a product that has accepted the event. */
  answers: { status: number; text: string }[];
  /** Waits until this many events have arrived in total. */
  until(count: number): Promise<Heard[]>;
}

/** Stands in for the product's webhooks, and records the events of payments. */
export async function startReceiver(): Promise<Receiver> {
  const heard: Heard[] = [];
  const answers: Receiver['answers'] = [];
  let changed = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const signature = String(request.headers['stripe-signature'] ?? '');
      heard.push({ method: request.method ?? '', path, signature, body: body.length > 0 ? body : Buffer.from(query) });
      const invoice = new URLSearchParams(body.toString() || query).get('InvId');
      const answer = answers.shift() ?? { status: 200, text: path.endsWith('/result') ? `OK${invoice}` : '{}' };
      response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.text);
      changed.resolve();
      changed = Promise.withResolvers();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answers,
    async until(count) {
      while (heard.length < count) await changed.promise;
      return heard;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
