import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { z } from 'zod';
import { readAtMost } from '../read-at-most.ts';
import { ProviderError } from './kernel-provider.ts';

const maxRedirects = 3;
const answerMs = 15_000;
const maxAnswerBytes = 4 * 1024 * 1024;

/** Where a provider is. */
export interface Source {
  base: URL;
  /** PaperMC requires clients to say who they are and how to contact them. */
  userAgent: string;
  /** Other hosts to which redirects are allowed, with their ports unless those are the default. */
  others?: readonly string[];
}

/**
 * What a provider's address leads to, for a GET, or a POST of JSON where there is something to send. An answer may name other hosts, but only its own: of https the same host or one beside it, under the
 * name above (fill.papermc.io and fill-data.papermc.io); of http, as tests have it, the very same host. Besides those, the others of the source.
 * @throws ProviderError
 */
export async function askProvider(
  { base, userAgent, others = [] }: Source,
  first: URL,
  signal: AbortSignal,
  post?: unknown,
): Promise<Response> {
  const sent =
    post === undefined
      ? { headers: { 'user-agent': userAgent } }
      : {
          method: 'POST',
          headers: { 'user-agent': userAgent, 'content-type': 'application/json' },
          body: JSON.stringify(post),
        };
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    assertOwn(base, others, url);
    const answer = await fetch(url, { ...sent, redirect: 'manual', signal });
    if (answer.status === 200) return answer;
    await answer.body?.cancel();
    const location = answer.headers.get('location');
    const next = location === null ? null : URL.parse(location, url);
    if (answer.status < 300 || answer.status > 399 || !next) {
      throw new ProviderError(`${url.host} answered ${answer.status}`, { status: answer.status });
    }
    url = next;
  }
  throw new ProviderError(`${first.host} leads on more than ${maxRedirects} times`);
}

/** Fetches and parses a small answer. @param sha1 its expected hash, if known @param post a JSON body; without it the request is a GET @param maxBytes 4 MiB by default */
export async function askForJson<T>(
  source: Source,
  url: URL,
  schema: z.ZodType<T>,
  signal: AbortSignal,
  { sha1, post, maxBytes = maxAnswerBytes }: { sha1?: string; post?: unknown; maxBytes?: number } = {},
): Promise<T> {
  try {
    const answer = await askProvider(source, url, AbortSignal.any([signal, AbortSignal.timeout(answerMs)]), post);
    const text = await readAtMost(answer, maxBytes, ProviderError);
    if (sha1 !== undefined && createHash('sha1').update(text).digest('hex') !== sha1) {
      throw new ProviderError(`what ${url.host} sent is not what it had announced`);
    }
    return schema.parse(JSON.parse(text.toString('utf8')));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(`${url.host} did not answer as expected`, { cause: error });
  }
}

/** @throws ProviderError for an address that is none of the provider's own */
function assertOwn(base: URL, others: readonly string[], url: URL): void {
  if (!isOwn(base, others, url) || url.username !== '' || url.password !== '') {
    throw new ProviderError(`${base.host} leads to ${url.host}, which is none of its own`);
  }
}

/** Whether an address is of a host that may be led to, by the same protocol as the base. */
export function isOwn(base: URL, others: readonly string[], url: URL): boolean {
  if (url.protocol !== base.protocol) return false;
  if (url.host === base.host || others.includes(url.host)) return true;
  return base.protocol === 'https:' && url.port === base.port && isBeside(base.hostname, url.hostname);
}

function isBeside(host: string, other: string): boolean {
  if (host === other) return true;
  const above = host.split('.').slice(1);
  return above.length >= 2 && isIP(host) === 0 && other.endsWith(`.${above.join('.')}`);
}
