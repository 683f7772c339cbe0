import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { JobWorker, nextJob } from './job-worker.ts';

const jobs = ['a1', 'a2', 'b1', 'c1'].map((id) => ({ id, account: id.slice(0, 1) }));
const next = (busy: string[], served: [string, number][]) => nextJob(jobs, new Set(busy), new Map(served))?.id;

test('what is done next is the first of the account that was served longest ago, and has nothing done now', () => {
  expect(next([], [])).toBe('a1');
  expect(next(['a'], [['a', 1]])).toBe('b1');
  expect(next([], [['a', 1]])).toBe('b1');
  const served: [string, number][] = [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ];
  expect(next([], served)).toBe('a1');
  expect(next(['a'], served)).toBe('b1');
  expect(next(['a', 'b', 'c'], served)).toBeUndefined();
});

test('what happens to a realm while its job is at it is not waited for', async () => {
  const changes = new EventEmitter();
  const onChange = (listener: (change: { id: string }) => void) => {
    changes.on('change', listener);
    return () => changes.removeAllListeners();
  };
  const done = Promise.withResolvers<number>();
  let runs = 0;
  const run = async (): Promise<number | null> => {
    runs += 1;
    await setImmediate();
    if (runs === 2) done.resolve(runs);
    else changes.emit('change', { id: 'realm' });
    return runs === 2 ? null : Date.now() + 3_600_000;
  };
  const job = { id: 'job', turn: 'realm', rests: 'realm', account: 'a', run };
  const claims = {
    look: async () => ({ since: 0, taken: [], until: null }),
    take: async () => ({ lost: new AbortController().signal, hasTurn: () => true, hold: async () => undefined }),
    release: async () => undefined,
  };
  const ctx = { directory: { onChange } } as unknown as Context;
  const worker = new JobWorker(ctx, 'BACKUP', async () => (runs < 2 ? [job] : []), claims);
  await expect(done.promise).resolves.toBe(2);
  await worker.stop();
});
