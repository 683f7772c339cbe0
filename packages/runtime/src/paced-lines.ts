import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How many characters may arrive at once, and per second. */
export interface Pace {
  burst: number;
  perSecond: number;
}

/** As how many characters a line, and a piece of one, count at least: reading it costs more than they do. */
const leastCost = 1024;

/**
 * The lines of an answer, at a limited pace: the sender may have been taken over, and send without end. Otherwise everything received would
 * be read in one turn of the event loop, with nothing else done meanwhile.
 * @throws Error if a line is too long; the signal's reason
 */
export async function* pacedLines(
  response: IncomingMessage,
  pace: Pace,
  longest: number,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const pay = payer(pace, signal);
  let rest = '';
  for await (const piece of response.setEncoding('utf8') as AsyncIterable<string>) {
    await pay(Math.max(piece.length, leastCost));
    const [end = '', ...begun] = piece.split('\n');
    rest += end;
    for (const next of begun) {
      yield rest;
      rest = next;
      await pay(leastCost);
    }
    if (rest.length > longest) throw new Error('a line is too long');
  }
}

/** Resolves when so much more may be read. */
function payer({ burst, perSecond }: Pace, signal?: AbortSignal): (cost: number) => Promise<void> {
  let left = burst;
  let at = performance.now();
  return async (cost) => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - at) * perSecond) / 1000) - cost;
    at = now;
    if (left < 0) await sleep((-left * 1000) / perSecond, undefined, { signal });
  };
}
