import { createServer, type RequestListener } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { ConsoleLine } from '@realmkeep/realm-protocol';
import { callControl, controlConsole } from './control-client.ts';

const folder = await mkdtemp(join(tmpdir(), 'realmkeep-control-'));
let sockets = 0;
const console = (n: number, text: string): string => `${JSON.stringify([{ n, at: 1, text }])}\n`;
let close: () => void = () => undefined;

afterEach(() => close());
afterAll(() => rm(folder, { recursive: true }));

/** A realm that has been taken over, with arbitrary answers. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const path = join(folder, String(sockets++));
  await new Promise<void>((resolve) => {
    server.listen(path, resolve);
  });
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return path;
}

async function read(address: string): Promise<ConsoleLine[]> {
  const lines: ConsoleLine[] = [];
  for await (const more of controlConsole(address, 0, AbortSignal.timeout(20_000))) lines.push(...more);
  return lines;
}

test('reads what comes however they are cut', async () => {
  const address = await serve((_, response) => {
    const text = Buffer.from(console(1, 'grüße') + console(3, 'two'));
    response.write(text.subarray(0, 24));
    void setImmediate().then(() => response.end(text.subarray(24)));
  });
  expect(await read(address)).toEqual([
    { n: 1, at: 1, text: 'grüße' },
    { n: 3, at: 1, text: 'two' },
  ]);
});

test('passes over what is of no known shape, and what comes again', async () => {
  const address = await serve((_, response) =>
    response.end(
      `\nnull\n[]\n{"type":"state","state":{}}\n${console(2, 'two')}${console(2, 'again')}${console(3, 'three')}`,
    ),
  );
  expect((await read(address)).map(({ text }) => text)).toEqual(['two', 'three']);
});

test('gives up a line without end', async () => {
  const address = await serve((_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(16 * 1024)));
    };
    response.on('drain', more);
    more();
  });
  await expect(read(address)).rejects.toThrow('too long');
});

test('gives up an answer without end, and one that does not come', async () => {
  const endless = await serve((_, response) => {
    response.on('drain', () => response.write('x'.repeat(16 * 1024)));
    response.write('x'.repeat(64 * 1024));
  });
  await expect(callControl(endless, 'POST', '/command', {}, 20_000)).rejects.toThrow('too long');
  close();
  const silent = await serve(() => undefined);
  await expect(callControl(silent, 'POST', '/stop', {}, 50)).rejects.toThrow('abort');
});

test('a stream without end leaves the process its turns, and is read at a pace', async () => {
  let written = 0;
  const address = await serve((_, response) => {
    const more = (): void => {
      do written += 64 * 1024;
      while (!response.destroyed && response.write('\n'.repeat(64 * 1024)));
    };
    response.on('drain', more);
    more();
  });
  const ending = new AbortController();
  const reading = (async () => {
    for await (const lines of controlConsole(address, 0, ending.signal)) throw new Error(`${lines.length} lines`);
  })();
  await expect.poll(() => written).toBeGreaterThan(64 * 1024);
  // A starved event loop would never finish this.
  for (let turn = 0; turn < 1000; turn += 1) await setImmediate();
  ending.abort();
  await expect(reading).rejects.toThrow('abort');
  expect(written).toBeLessThan(4 * 1024 * 1024);
});

test('gives up who answers again and again that it will answer', async () => {
  const address = await serve((_, response) => response.writeProcessing());
  await expect(callControl(address, 'POST', '/stop', {}, 20_000)).rejects.toThrow('will answer');
});

test.each(['callControl', 'controlConsole'])('%s gives up an answer whose end is no HTTP', async (how) => {
  const address = await serve((_, { socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nno size\r\n');
  });
  const asked = how === 'callControl' ? callControl(address, 'POST', '/stop', {}, 20_000) : read(address);
  await expect(asked).rejects.toThrow('aborted');
});
