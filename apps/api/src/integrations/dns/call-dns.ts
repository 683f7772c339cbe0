import type { z } from 'zod';
import { readAtMost } from '../read-at-most.ts';
import { DnsFailure } from './dns-provider.ts';

/** Of one call; a zone of 50,000 realms fits into the answer. */
const answerMs = 10_000;
const maxAnswerBytes = 64 * 1024 * 1024;
/** However long a provider asks for. */
const longestRestMs = 15 * 60_000;

export interface DnsAnswer {
  status: number;
  body: string;
}

/**
 * Calls a provider's API.
 * @throws DnsFailure `away` for what may pass by itself: no answer, a rate limit (429) or a failure over there (5xx)
 */
export async function callDns(url: string, init: RequestInit, signal: AbortSignal): Promise<DnsAnswer> {
  const { origin } = new URL(url);
  const answer = await ask(url, init, signal).catch((cause: unknown) => {
    throw new DnsFailure('away', `${origin} cannot be reached (${reasonOf(cause)})`, { cause });
  });
  if (answer.status === 429 || answer.status >= 500) {
    throw new DnsFailure('away', `${origin} answered ${answer.status}`, { retryAfterMs: answer.retryAfterMs });
  }
  return answer;
}

/** @throws DnsFailure where something else answers */
export function parseAnswer<T>(schema: z.ZodType<T>, text: string, who: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new DnsFailure('away', `what answers there does not speak as ${who} does`, { cause });
  }
}

async function ask(url: string, init: RequestInit, signal: AbortSignal) {
  const response = await fetch(url, {
    ...init,
    // The token must not follow a redirect.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
  });
  const body = String(await readAtMost(response, maxAnswerBytes));
  const seconds = Number(response.headers.get('retry-after'));
  return {
    status: response.status,
    body,
    retryAfterMs: seconds > 0 ? Math.min(seconds * 1000, longestRestMs) : 0,
  };
}

/** Node's fetch only says that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as { code?: string; message?: string };
  return (typeof code === 'string' ? code : message) ?? 'no reason was given';
}
