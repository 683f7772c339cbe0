import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beatMs } from './remote-calls.ts';

/** Answers with a line of JSON for each of these, as fast as they are taken, and with empty ones while there are none. */
export async function tellLines(response: ServerResponse, lines: AsyncIterable<unknown>): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.flushHeaders();
  const beat = setInterval(() => {
    if (!response.writableNeedDrain) response.write('\n');
  }, beatMs);
  try {
    for await (const line of lines) {
      if (response.destroyed) return;
      if (response.write(`${JSON.stringify(line)}\n`)) continue;
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    response.end();
  } finally {
    clearInterval(beat);
  }
}
