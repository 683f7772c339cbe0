import { expect, test } from 'vitest';
import { runCall } from './run-call.ts';

const recorder = () => {
  const steps: string[] = [];
  const handlers = {
    start: () => steps.push('start'),
    success: (value: number) => steps.push(`success ${value}`),
    failure: (error: unknown) => steps.push(`failure ${String(error)}`),
    final: () => steps.push('final'),
  };
  return { steps, handlers };
};

test('a call that succeeds runs start, success, final', async () => {
  const { steps, handlers } = recorder();
  const call = async () => {
    steps.push('call');
    return 7;
  };
  await expect(runCall('userMe', call, handlers)).resolves.toBe(7);
  expect(steps).toEqual(['start', 'call', 'success 7', 'final']);
});

test('a call that fails runs start, failure, final, and still fails', async () => {
  const { steps, handlers } = recorder();
  await expect(runCall('userMe', () => Promise.reject(new Error('no')), handlers)).rejects.toThrow('no');
  expect(steps).toEqual(['start', 'failure Error: no', 'final']);
});

test('the time that a call took is recorded, the last of each name', async () => {
  await runCall('realmList', async () => 1);
  const between = performance.now();
  await runCall('realmList', async () => 2);
  expect(performance.getEntriesByName('call:realmList')).toMatchObject([{ entryType: 'measure' }]);
  expect(performance.getEntriesByName('call:realmList')[0]?.startTime).toBeGreaterThanOrEqual(between);
});

test('of a call that fails the time is recorded too, from before it began until after it had ended', async () => {
  let began = 0;
  let ended = 0;
  const call = async () => {
    began = performance.now();
    while (performance.now() === began);
    ended = performance.now();
    throw new Error('no');
  };
  await expect(runCall('realmGet', call)).rejects.toThrow('no');
  const [measure] = performance.getEntriesByName('call:realmGet');
  expect(measure?.startTime).toBeLessThanOrEqual(began);
  expect((measure?.startTime ?? 0) + (measure?.duration ?? 0)).toBeGreaterThanOrEqual(ended);
});
