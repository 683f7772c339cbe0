import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

const bounds = { atOnce: 2, each: 1, waiting: 5, waitMs: 60_000 };

/** Tasks that start when it is their turn, and end on command. */
function tasksOf(turns: FairTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, signal?: AbortSignal): Promise<void> => {
    const task = async (): Promise<void> => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    };
    return turns.run(name.slice(0, 1), task, signal);
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { begun, ask, end };
}

test('an account has its part, and no more, however often it asks', async () => {
  const { begun, ask, end } = tasksOf(new FairTurns(bounds));
  for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name);
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('accounts take turns: who comes later is not behind all that another has asked for', async () => {
  const { begun, ask, end } = tasksOf(new FairTurns({ ...bounds, atOnce: 1 }));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void ask(name);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    await settled();
    expect(begun.at(-1)).toBe(name);
    await end(name);
  }
});

test('one that fails gives its turn on', async () => {
  const turns = new FairTurns({ ...bounds, atOnce: 1 });
  await expect(turns.run('a', () => Promise.reject(new Error('it broke')))).rejects.toThrow('it broke');
  await expect(turns.run('a', async () => 'done')).resolves.toBe('done');
});

test('one that waits is bounded: by number, by time, and by whoever has asked', async () => {
  const { begun, ask, end } = tasksOf(new FairTurns({ ...bounds, waiting: 2, waitMs: 50 }));
  void ask('a1');
  const cancelling = new AbortController();
  const [cancelled, late] = [ask('a2', cancelling.signal), ask('a3')];
  await expect(ask('a4')).rejects.toMatchObject({ code: 'unavailable' });
  cancelling.abort(new Error('never mind'));
  await expect(cancelled).rejects.toThrow('never mind');
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  void ask('a5');
  await end('a1');
  expect(begun).toEqual(['a1', 'a5']);
});
