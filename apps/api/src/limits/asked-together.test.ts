import { setImmediate as eventsRead } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AskedTogether } from './asked-together.ts';

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
