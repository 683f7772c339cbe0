import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayMessage } from '@realmkeep/contract/gateway';
import type { Logger } from 'pino';
import { type ApiAccess, callApi } from '../api.ts';
import type { KnownRoutes } from './known-routes.ts';
import { LineSplitter } from './line-splitter.ts';
import { parseGatewayMessage } from './route-message.ts';

export interface RoutesSource extends ApiAccess {
  /** The api sends an empty line every 5 s: after this long without a byte it is taken for dead. */
  silenceMs: number;
}

/** One line holds every route of what runs: room for some sixty thousand. */
const maxLineLength = 16 * 1024 * 1024;
const firstRetryMs = 200;
const longestRetryMs = 5000;

/**
 * Follows the api's routes until the signal aborts: reads the stream, and when it breaks, opens it again, waiting
 * twice as long after each failure in a row, with jitter.
 */
export async function followRoutes(
  source: RoutesSource,
  routes: Pick<KnownRoutes, 'apply' | 'lose'>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const openedAt = performance.now();
    try {
      await readStream(source, signal, (message) => {
        if (message.type === 'routes')
          logger.info({ routes: message.routes.length }, 'following the routes of the api');
        routes.apply(message);
      });
    } catch (error) {
      routes.lose();
      if (signal.aborted) return;
      // A stream that lasted was no failure; one that breaks again at once is, and waits longer.
      if (performance.now() - openedAt > longestRetryMs) failures = 0;
      // Only the first in a row: an api that is away for hours is one line, not thousands.
      if (failures === 0)
        logger.warn({ reason: reasonOf(error) }, 'failed to follow the routes of the api, the last ones stay');
    }
    const longest = Math.min(longestRetryMs, firstRetryMs * 2 ** failures);
    failures++;
    await sleep(longest * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}

/** Reads one stream until it breaks; always throws. */
async function readStream(
  source: RoutesSource,
  signal: AbortSignal,
  onMessage: (message: GatewayMessage) => void,
): Promise<never> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('silent for too long')), source.silenceMs);
  try {
    const response = await callApi(source, '/internal/routes', { signal: AbortSignal.any([signal, silence.signal]) });
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(`the api answered ${response.statusCode}`);
    }
    const lines = new LineSplitter(maxLineLength);
    let isFirst = true;
    for await (const bytes of response as AsyncIterable<Buffer>) {
      timer.refresh();
      for (const line of lines.push(bytes)) {
        if (line === '') continue;
        const message = parseGatewayMessage(line);
        if (isFirst && message.type !== 'routes') throw new Error('the first message is not the routes');
        isFirst = false;
        onMessage(message);
      }
    }
    throw new Error('the api ended the stream');
  } finally {
    clearTimeout(timer);
  }
}

/** The innermost message: fetch wraps the one that says what happened. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
