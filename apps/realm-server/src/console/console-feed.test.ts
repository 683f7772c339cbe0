import { PassThrough } from 'node:stream';
import { type ConsoleLine, ConsoleRing } from '@realmkeep/realm-protocol';
import { expect, test } from 'vitest';
import { ConsoleFeed } from './console-feed.ts';

function printer(): { feed: ConsoleFeed; print: (count: number) => void } {
  const ring = new ConsoleRing();
  const feed = new ConsoleFeed(ring);
  const print = (count: number): void => {
    for (let i = 0; i < count; i += 1) ring.push({ n: ring.end + 1, at: 1, text: 'x'.repeat(100) });
    feed.flush();
  };
  return { feed, print };
}

async function read(stream: PassThrough): Promise<ConsoleLine[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return linesOf(Buffer.concat(chunks).toString());
}

function linesOf(text: string): ConsoleLine[] {
  const arrays = text.trim().split('\n');
  return arrays.flatMap((line) => JSON.parse(line) as ConsoleLine[]);
}

test('a reader gets what is kept after the line that it knows, and then what comes', async () => {
  const { feed, print } = printer();
  print(5);
  const [all, some, none] = [new PassThrough(), new PassThrough(), new PassThrough()];
  feed.add(all, 0);
  feed.add(some, 3);
  feed.add(none, 5);
  print(2);
  feed.close();
  expect((await read(all)).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect((await read(some)).map(({ n }) => n)).toEqual([4, 5, 6, 7]);
  expect((await read(none)).map(({ n }) => n)).toEqual([6, 7]);
});

test('a slow reader costs no more than its socket, and loses what is no longer kept', async () => {
  const { feed, print } = printer();
  const stream = new PassThrough();
  feed.add(stream, 0);
  for (let i = 0; i < 500; i += 1) print(400);
  expect(stream.writableLength + stream.readableLength).toBeLessThan(250_000);
  let numbers: number[] = [];
  stream.on('data', (chunk: Buffer) => {
    numbers = numbers.concat(linesOf(chunk.toString()).map(({ n }) => n));
  });
  await expect.poll(() => numbers.at(-1)).toBe(200_000);
  feed.close();
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(numbers.length).toBeLessThan(3000);
});

test('a reader that goes away makes room', () => {
  const { feed } = printer();
  const streams = Array.from({ length: 16 }, () => new PassThrough());
  for (const stream of streams) feed.add(stream, 0);
  expect(feed.hasRoom).toBe(false);
  for (const stream of streams) stream.emit('close');
  expect(feed.hasRoom).toBe(true);
});
