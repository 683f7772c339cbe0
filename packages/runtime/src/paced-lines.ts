import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How many characters may arrive at once, and per second. */
export interface Pace {
  burst: number;
  perSecond: number;
}

/** Resolves when so many more characters may be read. @throws the signal's reason */
export type Pay = (cost: number, signal?: AbortSignal) => Promise<void>;

/** As how many characters a line, and a piece of one, count at least: reading it costs more than they do. */
const leastCost = 1024;

/**
 * The lines of an answer, at a limited pace: the sender may have been taken over, and send without end. Otherwise everything received would
 * be read in one turn of the event loop, with nothing else done meanwhile.
 * @throws Error if a line is too long; the signal's reason
 */
export async function* pacedLines(
  response: IncomingMessage,
  pay: Pay,
  longest: number,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of response.setEncoding('utf8') as AsyncIterable<string>) {
    await pay(Math.max(piece.length, leastCost), signal);
    const [end = '', ...begun] = piece.split('\n');
    rest += end;
    for (const next of begun) {
      yield rest;
      rest = next;
      await pay(leastCost, signal);
    }
    if (rest.length > longest) throw new Error('a line is too long');
  }
}

/** The pace of one answer, or of all of one sender that it is used for. */
export function payer({ burst, perSecond }: Pace): Pay {
  let left = burst;
  let at = performance.now();
  return async (cost, signal) => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - at) * perSecond) / 1000) - cost;
    at = now;
    if (left < 0) await sleep((-left * 1000) / perSecond, undefined, { signal });
  };
}
