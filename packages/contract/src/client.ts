import type { z } from 'zod';
import { type Route, routes, type EndpointName } from './routes.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import type { Envelope } from './envelope.ts';
import type { ErrorCode, ErrorParams } from './error-codes.ts';

export type ErrorType = 'network' | 'client' | 'server' | 'unknown';

/** An unsuccessful answer, or none at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly type: ErrorType;
  /** 0 when there was no answer. */
  readonly status: number;
  /** null when the answer was not the api's. */
  readonly code: ErrorCode | null;
  readonly params: ErrorParams;

  constructor(message: string, status: number, code: ErrorCode | null = null, params: ErrorParams = {}) {
    super(message);
    this.type = errorType(status);
    this.status = status;
    this.code = code;
    this.params = params;
  }
}

/** No status: a network fault. 500 and above: the server's fault. 400 to 499: the client's. */
export function errorType(status: number): ErrorType {
  if (status === 0) return 'network';
  if (status >= 500) return 'server';
  return status >= 400 ? 'client' : 'unknown';
}

/** The messages of a call that got no answer. */
export const transportMessages = {
  network: 'Network Error',
  aborted: 'Request aborted',
  timeout: 'timeout exceeded',
  fallback: 'An unexpected error occurred',
} as const;

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & PathParams<Rest>
  : unknown;
type Input<E extends Endpoint> = (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown) &
  (E['route'] extends { bytes: number } ? { bytes: Blob | Uint8Array<ArrayBuffer> } : unknown) &
  (E extends { query: infer Q extends z.ZodType } ? { query: z.input<Q> } : unknown) &
  (keyof PathParams<E['route']['path']> extends never ? unknown : { params: PathParams<E['route']['path']> });
type Arguments<E extends Endpoint> = keyof Input<E> extends never
  ? [input?: { signal?: AbortSignal }]
  : [input: Input<E> & { signal?: AbortSignal }];

/** What a call takes (`params` of the path, `query`, `body` or `bytes`, as its endpoint defines), and the `data` it resolves to. */
export type Client = {
  [Name in EndpointName]: (...input: Arguments<Endpoints[Name]>) => Promise<z.output<Endpoints[Name]['response']>>;
};

export interface ClientOptions {
  /** The origin and `/api`. */
  baseUrl: string;
  /** The access token for calls that need one; null sends none. */
  token: () => Promise<string | null>;
}

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  bytes?: Blob | Uint8Array<ArrayBuffer>;
  signal?: AbortSignal;
}

/** The typed client of the api. Every call rejects with an ApiError, and has no time-out of its own. */
export function createClient(options: ClientOptions): Client {
  const entries = Object.keys(routes).map((name) => [
    name,
    (input: AnyInput = {}) => call(options, name as EndpointName, input),
  ]);
  return Object.fromEntries(entries) as Client;
}

async function call(options: ClientOptions, name: EndpointName, input: AnyInput): Promise<unknown> {
  const { method, path, access, file }: Route = routes[name];
  const url = new URL(options.baseUrl + fillPath(path, input.params ?? {}));
  for (const [key, values] of Object.entries(input.query ?? {})) {
    for (const value of [values].flat()) url.searchParams.append(key, String(value));
  }

  const headers = new Headers();
  const token = access === 'public' ? null : await options.token();
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  if (input.bytes !== undefined) headers.set('content-type', 'application/octet-stream');

  const request: RequestInit = { method, headers };
  if (input.body !== undefined) request.body = JSON.stringify(input.body);
  if (input.bytes !== undefined) request.body = input.bytes;
  if (input.signal) request.signal = input.signal;
  const response = await fetch(url, request).catch((error: unknown) => {
    throw new ApiError(transportMessage(error), 0);
  });
  return file !== undefined && response.ok ? response.text() : readEnvelope(response);
}

async function readEnvelope(response: Response): Promise<unknown> {
  const envelope = (await response.json().catch(() => null)) as Partial<Envelope> | null;
  if (response.ok && envelope) return envelope.data;
  const message = typeof envelope?.message === 'string' ? envelope.message : transportMessages.fallback;
  throw new ApiError(message, response.status, envelope?.error ?? null, (envelope?.data ?? {}) as ErrorParams);
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function transportMessage(error: unknown): string {
  if (!(error instanceof Error)) return transportMessages.fallback;
  if (error.name === 'AbortError') return transportMessages.aborted;
  if (error.name === 'TimeoutError') return transportMessages.timeout;
  return error instanceof TypeError ? transportMessages.network : transportMessages.fallback;
}
