import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestApi } from './start-test-api.ts';

/** A call as the gateway makes it, on the socket that only it may use. */
export async function askInternal(
  { config }: TestApi,
  path: string,
  { token = config.secrets.gatewayToken, body, signal }: { token?: string; body?: object; signal?: AbortSignal } = {},
): Promise<Response> {
  const call = request({
    socketPath: join(config.dataDir, 'internal.sock'),
    path,
    agent: false,
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(signal ? { signal } : {}),
  });
  call.on('error', () => undefined);
  call.end(body && JSON.stringify(body));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return new Response(Readable.toWeb(response) as BodyInit, {
    status: response.statusCode ?? 0,
  });
}
