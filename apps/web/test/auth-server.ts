import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorCode, TokenPair } from '@realmkeep/contract';

interface Answer {
  status?: number;
  data?: unknown;
  error?: ErrorCode;
  message?: string;
}

interface Asked {
  /** As in `POST /api/auth`. */
  call: string;
  body: unknown;
  authorization: string | undefined;
}

export interface AuthServer extends AsyncDisposable {
  /** With /api. */
  baseUrl: string;
  /** Every request so far. */
  asked: Asked[];
  /** Decides the answer to each; it may take its time. */
  answer: (asked: Asked) => Answer | Promise<Answer>;
}

/** An HTTP server that speaks in envelopes and answers as the test says. */
export async function startAuthServer(answer: AuthServer['answer']): Promise<AuthServer> {
  const server = createServer((request, response) => {
    const reply = async () => {
      const asked: Asked = {
        call: `${request.method} ${request.url}`,
        body: await jsonOf(request),
        authorization: request.headers.authorization,
      };
      running.asked.push(asked);
      const { status = 200, data = null, error = null, message = 'OK' } = await running.answer(asked);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message, data, error, statusCode: status, timestamp: new Date().toISOString() }));
    };
    reply().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const running: AuthServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    asked: [],
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return running;
}

/** The n-th pair of tokens, good for an hour unless told otherwise. */
export function tokenPair(n: number, expire = new Date(Date.now() + 3_600_000)): TokenPair {
  return { token: `token-${n}`, refresh_token: `refresh-${n}`, expire: expire.toISOString() };
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = await request.toArray();
  return chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString());
}
