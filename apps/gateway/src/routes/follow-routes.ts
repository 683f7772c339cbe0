import type { IncomingMessage } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GatewayMessage, type RouteAnswer, routesProtocol } from '@realmkeep/contract/gateway';
import type { Logger } from 'pino';
import { type ApiAccess, askApi, openStream } from '../api.ts';
import type { KnownRoutes } from './known-routes.ts';
import { LineSplitter } from './line-splitter.ts';
import { parseGatewayMessage, parseRouteAnswer } from './route-message.ts';

export interface RoutesSource extends ApiAccess {
  /** The api sends an empty line every 5 s: after this long without a byte it counts as dead. */
  silenceMs: number;
}

/** An api of the previous release sends the routes of all running realms in one line: room for some sixty thousand. */
const maxLineLength = 16 * 1024 * 1024;
/** Longer than anybody waits for an answer. */
const withinMs = 5_000;
const firstRetryMs = 200;
const longestRetryMs = 5000;
const silentForTooLong = 'silent for too long';

/**
 * Follows the api's routes until the signal aborts: reads the stream, and when it breaks, opens it again, waiting
 * twice as long after each failure in a row, with jitter.
 */
export async function followRoutes(
  source: RoutesSource,
  routes: Pick<KnownRoutes, 'apply' | 'askBy' | 'lose'>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let isLogged = false;
  while (!signal.aborted) {
    const openedAt = performance.now();
    let hasSpoken = false;
    try {
      await readStream(source, signal, {
        apply(message) {
          hasSpoken = true;
          if (message.type === 'routes') logger.info('following the routes of the api');
          routes.apply(message);
        },
        askBy: (ask) => routes.askBy(ask),
      });
    } catch (error) {
      routes.lose();
      if (signal.aborted) return;
      // A stream that lasted was not a failure; one that breaks again at once is, and the wait grows.
      if (hasSpoken && performance.now() - openedAt > longestRetryMs) {
        failures = 0;
        isLogged = false;
      }
      // Logged once, however long the api is away, and not when it has only drained: the next attempt finds another, or the gateway ends too. One
      // that falls silent has not drained.
      if (!isLogged && (failures > 0 || reasonOf(error) === silentForTooLong)) {
        isLogged = true;
        logger.warn({ reason: reasonOf(error) }, 'failed to follow the routes of the api, the last ones stay');
      }
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
  routes: Pick<KnownRoutes, 'apply' | 'askBy'>,
): Promise<never> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error(silentForTooLong)), source.silenceMs);
  try {
    const either = { signal: AbortSignal.any([signal, silence.signal]), protocol: routesProtocol };
    const opened = await openStream(source, '/internal/routes', either);
    const { stream, ask, hear } = 'both' in opened ? asking(opened.both) : askingBeside(opened.answer, source, routes);
    routes.askBy(ask);
    const lines = new LineSplitter(maxLineLength);
    let isFirst = true;
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      timer.refresh();
      for (const line of lines.push(bytes)) {
        if (line === '') continue;
        const message = parseGatewayMessage(line);
        if (isFirst && message.type !== 'routes') throw new Error('the first message is not the routes');
        isFirst = false;
        hear(message);
        routes.apply(message);
      }
    }
    throw new Error('the api ended the stream');
  } finally {
    clearTimeout(timer);
  }
}

interface Asked {
  stream: Readable;
  ask: (address: string) => void;
  /** Called with each message before it is applied. */
  hear: (message: GatewayMessage) => void;
}

function asking(stream: Duplex): Asked {
  return { stream, ask: (address) => stream.write(`${address}\n`), hear: () => undefined };
}

/**
 * An api of the previous release sends every running realm and every change, and answers questions on other connections: changes sent between a question
 * and its answer are newer.
 */
function askingBeside(stream: IncomingMessage, source: RoutesSource, routes: Pick<KnownRoutes, 'apply'>): Asked {
  if (stream.statusCode !== 200) {
    stream.destroy();
    throw new Error(`the api answered ${stream.statusCode}`);
  }
  let beginnings = 0;
  /** For each question, the realms and addresses that have changed since. */
  const toldMeanwhile = new Set<Set<string>>();
  const ask = async (address: string): Promise<void> => {
    const begun = beginnings;
    const told = new Set<string>();
    toldMeanwhile.add(told);
    const asked = askApi<RouteAnswer>(source, `/internal/routes/${address}`, { withinMs });
    const route = parseRouteAnswer(await asked.finally(() => toldMeanwhile.delete(told)));
    if (begun !== beginnings || told.has(route?.realmId ?? address)) return;
    routes.apply(route ? { type: 'route', route } : { type: 'absent', address });
  };
  return {
    stream,
    // Nobody waits long for an answer.
    ask: (address) => void ask(address).catch(() => undefined),
    hear(message) {
      if (message.type === 'routes') beginnings += 1;
      const about =
        message.type === 'route'
          ? [message.route.realmId, message.route.address]
          : message.type === 'gone'
            ? [message.realmId]
            : [];
      for (const told of toldMeanwhile) for (const one of about) told.add(one);
    },
  };
}

/** The innermost message: fetch wraps the one that says what happened. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
