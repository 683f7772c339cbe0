import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { RealmEvent } from '../control.ts';
import { callControl, controlEvents, type ControlAddress } from './control-client.ts';

const token = 'a-token-of-some-length';
const console = (line: string): string => `${JSON.stringify({ type: 'console', at: 1, line })}\n`;
let close: () => void = () => undefined;

afterEach(() => close());

/** A realm that has been taken over: it answers what it likes. */
async function serve(answer: RequestListener): Promise<ControlAddress> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { controlPort: (server.address() as AddressInfo).port, token };
}

async function read(address: ControlAddress): Promise<RealmEvent[]> {
  const events: RealmEvent[] = [];
  for await (const event of controlEvents(address, AbortSignal.timeout(20_000))) events.push(event);
  return events;
}

test('reads events however they are cut, with the token in the header', async () => {
  const address = await serve((request, response) => {
    response.statusCode = request.headers.authorization === `Bearer ${token}` ? 200 : 401;
    const text = Buffer.from(console('grüße') + console('two'));
    response.write(text.subarray(0, 37));
    setImmediate(() => response.end(text.subarray(37)));
  });
  expect(await read(address)).toEqual([
    { type: 'console', at: 1, line: 'grüße' },
    { type: 'console', at: 1, line: 'two' },
  ]);
});

test('passes over what is no event, and cuts what is long', async () => {
  const state = { realmId: 'x', lease: 1, phase: 'READY', gamePort: 99_999, startedAt: 0, slots: 1, players: [] };
  const address = await serve((_, response) =>
    response.end(
      `\nnull\n[]\n{"type":"state","state":{}}\n${JSON.stringify({ type: 'state', state })}\n${console('y'.repeat(9000))}`,
    ),
  );
  expect(await read(address)).toEqual([{ type: 'console', at: 1, line: 'y'.repeat(2048) }]);
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
