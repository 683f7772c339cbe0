import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { idleCosts } from './idle.ts';
import { bareNode, type Started, type Target } from './targets.ts';

const runs = ({ pids }: Started): boolean => pids.some((pid) => existsSync(`/proc/${pid}`));

test('each of many is measured side by side, and all are ended', async () => {
  const started: Started[] = [];
  const watched: Target = {
    name: 'watched',
    async start(folder) {
      const one = await bareNode.start(folder);
      started.push(one);
      return one;
    },
  };
  const costs = await idleCosts(watched, { folder: '', count: 5, settleMs: 0, idleMs: 200 });
  expect(started).toHaveLength(5);
  expect(started.filter(runs)).toEqual([]);
  expect(costs.meanMegabytes).toBeGreaterThan(3);
  expect(costs.mostMegabytes).toBeGreaterThanOrEqual(costs.meanMegabytes);
  expect(costs.meanCpuPercent).toBeGreaterThanOrEqual(0);
});

test('what has begun is ended when one does not start', async () => {
  const started: Started[] = [];
  const failing: Target = {
    name: 'failing',
    async start(folder) {
      if (started.length === 4) throw new Error('the fifth');
      const one = await bareNode.start(folder);
      started.push(one);
      return one;
    },
  };
  await expect(idleCosts(failing, { folder: '', count: 6, settleMs: 0, idleMs: 0 })).rejects.toThrow('the fifth');
  expect(started).toHaveLength(4);
  expect(started.filter(runs)).toEqual([]);
});
