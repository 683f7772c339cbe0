import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { RealmEvent, RealmState } from '@realmkeep/realm-protocol';
import { expect, test } from 'vitest';
import { EventHub } from './event-hub.ts';

function state(startedAt: number): RealmState {
  return {
    realmId: 'x',
    lease: 1,
    phase: 'READY',
    startedAt,
    slots: 2,
    players: [],
    visitors: [],
    orders: [],
    worlds: [],
    tps: null,
    emptySince: null,
    unmanagedSince: null,
    unsavedSince: null,
    lastPlayedAt: null,
    spawn: null,
    usedCodes: [],
    resources: { cpu: 0, memoryBytes: 0 },
  };
}

async function read(stream: PassThrough): Promise<RealmEvent[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RealmEvent);
}

test('a reader gets the present state, and then what happens', async () => {
  const hub = new EventHub();
  const stream = new PassThrough();
  hub.add(stream, state(1));
  hub.emitState(state(2));
  hub.close();
  expect(await read(stream)).toEqual([
    { type: 'state', state: state(1) },
    { type: 'state', state: state(2) },
  ]);
});

test('of the states that a slow reader misses the newest waits for it', async () => {
  const hub = new EventHub();
  const stream = new PassThrough();
  hub.add(stream, state(1));
  for (let i = 2; i < 5000; i += 1) hub.emitState(state(i));
  expect(stream.writableLength + stream.readableLength).toBeLessThan(200_000);
  const reading = read(stream);
  await once(stream, 'drain');
  hub.close();
  const events = await reading;
  expect(events.length).toBeLessThan(1000);
  expect(events.at(-1)?.state.startedAt).toBe(4999);
});

test('a reader that goes away makes room', () => {
  const hub = new EventHub();
  const streams = Array.from({ length: 16 }, () => new PassThrough());
  for (const stream of streams) hub.add(stream, state(1));
  expect(hub.hasRoom).toBe(false);
  streams[0]?.emit('close');
  expect(hub.hasRoom).toBe(true);
});
