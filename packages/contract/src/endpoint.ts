import type { z } from 'zod';
import type { Route } from './routes.ts';
import type { ErrorCode } from './error-codes.ts';

/** What a call takes and answers with. */
export interface EndpointSchemas {
  /** What it does, in a line, for the OpenAPI document. */
  summary: string;
  /** The parameters of the path, if they are not all UUIDs. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** `data` of a successful answer. */
  response: z.ZodType;
  /** The status of success; 200 unless given. */
  status?: 201;
  /** Its own error codes, besides `commonErrors` and, unless it is public, `tokenErrors`. */
  errors?: readonly ErrorCode[];
}

/** One call of the api as data: the server, the client and the OpenAPI document all derive from it. */
export interface Endpoint extends EndpointSchemas {
  route: Route;
}

/** What any call may answer with. */
const commonErrors = [
  'invalid_request',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const satisfies ErrorCode[];

/** What a call that needs a token may also answer with. */
export const tokenErrors = [
  'unauthorized',
  'token_expired',
  'account_blocked',
  'forbidden',
] as const satisfies ErrorCode[];

/** Every code that the call may answer with. */
export function errorsOf({ route, errors = [] }: Endpoint): Set<ErrorCode> {
  return new Set([...errors, ...commonErrors, ...(route.access === 'public' ? [] : tokenErrors)]);
}
