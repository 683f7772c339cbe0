import { setImmediate as eventsRead } from 'node:timers/promises';
import { expect, test } from 'vitest';
import fastify from 'fastify';
import { AskedTogether } from './asked-together.ts';
import { callerNetwork, noteCallerNetwork } from './caller-network.ts';

/** Queries that are answered on command. */
function queries() {
  const begun: { keys: string[]; answer: PromiseWithResolvers<Map<string, string>> }[] = [];
  const together = new AskedTogether<string>((keys) => {
    const answer = Promise.withResolvers<Map<string, string>>();
    begun.push({ keys, answer });
    return answer.promise;
  });
  const until = (number: number) => expect.poll(() => begun, { interval: 1 }).toHaveLength(number);
  const answer = (at: number, found: Record<string, string>) =>
    begun[at]?.answer.resolve(new Map(Object.entries(found)));
  return { begun, together, until, answer };
}

test('those who ask together are in one query, each key once', async () => {
  const { begun, together, until, answer } = queries();
  const asked = ['a', 'b', 'a', 'none'].map((key) => together.get(key));
  await until(1);
  expect(begun.map(({ keys }) => keys)).toEqual([['a', 'b', 'none']]);
  answer(0, { a: '1', b: '2' });
  await expect(Promise.all(asked)).resolves.toEqual(['1', '2', '1', undefined]);
});

test('who asks while queries are under way gets what is read later, by one query for all of them', async () => {
  const { begun, together, until, answer } = queries();
  const early = together.get('a');
  await until(1);
  const second = together.get('a');
  await until(2);
  const late = [together.get('a')];
  await eventsRead();
  await eventsRead();
  late.push(together.get('b'), together.get('c'));
  // The first takes long, and holds up nobody but those in it.
  answer(1, { a: 'second' });
  await expect(second).resolves.toBe('second');
  await until(3);
  expect(begun[2]?.keys).toEqual(['a', 'b', 'c']);
  answer(2, { a: 'late', b: 'late', c: 'late' });
  await expect(Promise.all(late)).resolves.toEqual(['late', 'late', 'late']);
  answer(0, { a: 'early' });
  await expect(early).resolves.toBe('early');
});

test('one that fails does so for those in it, and the next is asked', async () => {
  const { begun, together, until, answer } = queries();
  const failing = Promise.allSettled([together.get('a'), together.get('b')]);
  await until(1);
  begun[0]?.answer.reject(new Error('it broke'));
  await expect(failing).resolves.toEqual([
    { status: 'rejected', reason: new Error('it broke') },
    { status: 'rejected', reason: new Error('it broke') },
  ]);
  const again = together.get('a');
  await until(2);
  answer(1, { a: '1' });
  await expect(again).resolves.toBe('1');
});

test('one network’s many callers leave room for others, and the query is no network’s', async () => {
  const places = Promise.withResolvers<void>();
  const asked: string[] = [];
  const together = new AskedTogether<string>(async (keys) => {
    asked.push(...keys, `by ${callerNetwork()}`);
    await places.promise;
    return new Map();
  });
  await using server = fastify();
  noteCallerNetwork(server);
  server.get('/:key', ({ params }) => together.get((params as { key: string }).key).then(() => 'answered'));
  const ask = (key: string, remoteAddress: string) => server.inject({ url: `/${key}`, remoteAddress });
  const crowd = Array.from({ length: 200 }, (_, n) => ask(`crowd-${n}`, `203.0.113.${n}`));
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  const other = ask('other', '198.51.100.1');
  await expect.poll(() => asked).toContain('other');
  expect(asked.filter((key) => key.startsWith('crowd'))).toHaveLength(96);
  expect(asked.filter((key) => key.startsWith('by'))).toEqual(['by many', 'by many']);
  places.resolve();
  await Promise.all([...crowd, other]);
  expect(asked.filter((key) => key.startsWith('crowd'))).toHaveLength(200);
});
