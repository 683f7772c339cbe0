import { DiscordAPIError, HTTPError, RequestMethod, REST } from '@discordjs/rest';
import type { z } from 'zod';
import { ChatError, type ChatErrorCode } from '../chat-platform.ts';

/** Milliseconds of one request, which is tried once more after them, and of an operation with all its requests. */
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

/** One request. @throws DiscordAPIError where Discord refuses it */
type Call = <Answer>(
  method: keyof typeof RequestMethod,
  route: `/${string}`,
  answer: z.ZodType<Answer>,
  options?: CallOptions,
) => Promise<Answer>;

export interface DiscordCalls {
  /** Does what takes one or more requests, in bounded time. Whatever it throws that is no ChatError becomes `unavailable`. */
  within<Result>(work: (call: Call) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** @param apiBase without a slash at its end */
export function createDiscordCalls({ apiBase, botToken }: { apiBase: string; botToken: string }): DiscordCalls {
  const rest = new REST({
    api: apiBase,
    version: '10',
    timeout: requestMs,
    retries: 1,
    rejectOnRateLimit: ({ timeToReset, retryAfter }) => Math.max(timeToReset, retryAfter) > longestLimitMs,
  });

  const callUntil =
    (signal: AbortSignal): Call =>
    async (method, route, answer, { authorization, body, form } = {}) => {
      // The library forgets the token after a 401.
      rest.setToken(botToken);
      const said = await rest.request({
        method: RequestMethod[method],
        fullRoute: route,
        signal,
        auth: !authorization,
        headers: {
          ...(authorization ? { authorization } : {}),
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(form ? { body: new URLSearchParams(form), passThroughBody: true, versioned: false } : { body }),
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
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
    },
  };
}

/** For `catch`: a refusal that `applies` becomes a ChatError of this code. */
export function refusedAs(code: ChatErrorCode, applies: (refusal: DiscordAPIError) => boolean) {
  return (error: unknown): never => {
    throw error instanceof DiscordAPIError && applies(error) ? chatError(code, error) : error;
  };
}

/** For `catch`: a refusal that `applies` is no error. */
export function ignored(applies: (refusal: DiscordAPIError) => boolean) {
  return (error: unknown): void => {
    if (!(error instanceof DiscordAPIError && applies(error))) throw error;
  };
}

/** The library's errors carry what was sent, tokens included: of them only the words are kept. */
function chatError(code: ChatErrorCode, error: unknown): ChatError {
  if (error instanceof DiscordAPIError) {
    return new ChatError(code, `Discord refused: ${error.status}, ${error.code}, ${error.message}`);
  }
  if (error instanceof HTTPError) return new ChatError(code, `Discord answered ${error.status}`);
  return new ChatError(code, 'Discord cannot be reached or understood', { cause: error });
}
