import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { addAbortSignal, type Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';

/** Where the api serves the gateway: its unix socket, a port in tests, or a port on another machine, over TLS. */
export type ApiAddress = Pick<RequestOptions, 'socketPath'> | Pick<RequestOptions, 'host' | 'port'> | TlsAddress;

interface TlsAddress {
  host: string;
  port: number;
  /** The only accepted certificate, PEM, and its name. */
  ca: string;
  servername: string;
}

export interface ApiAccess {
  api: ApiAddress;
  token: string;
}

function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/**
 * A connection on which both sides write. An api of the previous release does not know these, and answers as to any call.
 * @throws Error when the api does not answer
 */
export async function openStream(
  { api, token }: ApiAccess,
  path: string,
  { signal, protocol }: { signal: AbortSignal; protocol: string },
): Promise<{ both: Duplex } | { answer: IncomingMessage }> {
  const request = 'ca' in api ? tlsRequest : plainRequest;
  const headers = { ...headersOf(token), connection: 'Upgrade', upgrade: protocol };
  const call = request({ ...api, path, signal, agent: false, headers }).end();
  const upgraded = once(call, 'upgrade') as Promise<[IncomingMessage, Duplex, Buffer]>;
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const [answer, both, head] = await Promise.race([upgraded, answered]);
  call.on('error', () => undefined);
  if (!both || !head) return { answer };
  // Its reader notices its end.
  both.on('error', () => undefined).unshift(head);
  return { both: addAbortSignal(signal, both) };
}

/**
 * One call, on its own connection. That costs nothing on a local socket and a millisecond elsewhere, whereas a kept connection could end
 * with the api.
 * @param body of a POST
 * @throws Error when the api does not answer
 */
async function callApi(
  { api, token }: ApiAccess,
  path: string,
  { signal, body }: { signal: AbortSignal; body?: string },
): Promise<IncomingMessage> {
  const request = 'ca' in api ? tlsRequest : plainRequest;
  const call = request({
    ...api,
    path,
    signal,
    agent: false,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...headersOf(token),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    },
  });
  call.on('error', () => undefined);
  call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

/**
 * One call that is answered with JSON, which the caller must not trust.
 * @param body of a POST, as an object
 * @throws Error when the api does not answer in time, or with anything but 200
 */
export async function askApi<Answer>(
  access: ApiAccess,
  path: string,
  { withinMs, body }: { withinMs: number; body?: object },
): Promise<Partial<Answer>> {
  const signal = AbortSignal.timeout(withinMs);
  const response = await callApi(access, path, { signal, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (response.statusCode === 200) return (await json(response)) as Partial<Answer>;
  response.destroy();
  throw new Error(`the api answered ${response.statusCode}`);
}
