import type { DiscordAPIError, RequestMethod, REST } from '@discordjs/rest';
import type { z } from 'zod';
import { ChatError, type ChatErrorCode } from '../chat-platform.ts';

/** Timeouts in milliseconds: of one request, which is then retried once, and of an operation with all its requests. */
const requestMs = 3_000;
const operationMs = 8_000;
/** A limit of Discord's that lasts longer is not waited for: a player waits for us. */
const longestLimitMs = 2_000;

interface CallOptions {
  /** Who asks: the Authorization header; without one it is the bot. */
  authorization?: string;
  /** Sent as JSON. */
  body?: object;
  /** Sent as a form, which OAuth2 wants, and to an address without a version. */
  form?: Record<string, string>;
}

/** One request. @throws DiscordRefusal where Discord refuses it */
type Call = <Answer>(
  method: keyof typeof RequestMethod,
  route: `/${string}`,
  answer: z.ZodType<Answer>,
  options?: CallOptions,
) => Promise<Answer>;

export interface DiscordCalls {
  /** Runs an operation of one or more requests in bounded time. Anything thrown that is not a ChatError becomes `unavailable`. */
  within<Result>(work: (call: Call) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** An answer with one of Discord's own codes. The library's error contains the request, tokens included; this does not. */
class DiscordRefusal extends Error {
  readonly status: number;
  readonly code: string | number;

  constructor({ status, code, message }: DiscordAPIError) {
    super(`Discord refused: ${status}, ${code}, ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** @param apiBase without a slash at its end */
export function createDiscordCalls({ apiBase, botToken }: { apiBase: string; botToken: string }): DiscordCalls {
  let rest: REST | null = null;

  const callUntil =
    (signal: AbortSignal): Call =>
    async (method, route, answer, { authorization, body, form } = {}) => {
      // Loaded with the first call: many processes make none for a long time, and it brings an HTTP client of its own.
      const library = await import('@discordjs/rest');
      rest ??= new library.REST({
        api: apiBase,
        version: '10',
        timeout: requestMs,
        retries: 1,
        rejectOnRateLimit: ({ timeToReset, retryAfter }) => Math.max(timeToReset, retryAfter) > longestLimitMs,
      });
      // The library forgets the token after a 401.
      rest.setToken(botToken);
      const request = rest.request({
        method: library.RequestMethod[method],
        fullRoute: route,
        signal,
        auth: !authorization,
        headers: {
          ...(authorization ? { authorization } : {}),
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(form ? { body: new URLSearchParams(form), passThroughBody: true, versioned: false } : { body }),
      });
      const said = await request.catch((error: unknown) => {
        if (error instanceof library.DiscordAPIError) throw new DiscordRefusal(error);
        if (error instanceof library.HTTPError) throw new ChatError('unavailable', `Discord answered ${error.status}`);
        throw error;
      });
      return answer.parse(said);
    };

  return {
    async within(work) {
      try {
        return await work(callUntil(AbortSignal.timeout(operationMs)));
      } catch (error) {
        throw error instanceof ChatError ? error : chatError('unavailable', error);
      }
    },
    close() {
      rest?.clearHashSweeper();
      rest?.clearHandlerSweeper();
    },
  };
}

/** For `catch`: a refusal that `applies` becomes a ChatError of this code. */
export function refusedAs(code: ChatErrorCode, applies: (refusal: DiscordRefusal) => boolean) {
  return (error: unknown): never => {
    throw error instanceof DiscordRefusal && applies(error) ? chatError(code, error) : error;
  };
}

/** For `catch`: a refusal that `applies` is no error. */
export function ignored(applies: (refusal: DiscordRefusal) => boolean) {
  return (error: unknown): void => {
    if (!(error instanceof DiscordRefusal && applies(error))) throw error;
  };
}

function chatError(code: ChatErrorCode, error: unknown): ChatError {
  if (error instanceof DiscordRefusal) return new ChatError(code, error.message);
  return new ChatError(code, 'Discord cannot be reached or understood', { cause: error });
}
