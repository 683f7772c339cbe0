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
  /** What the next are answered with; those after them with 200, as a product that has taken it. */
  answers: { status: number; text: string }[];
  /** Waits until so many have come in all. */
  until(count: number): Promise<Heard[]>;
}

/** Stands where the product is told what became of payments, and keeps what it hears. */
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
