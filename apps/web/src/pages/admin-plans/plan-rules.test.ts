import { expect, test } from 'vitest';
import { memoryProblem, type PlanRow, plansOf, rowsOf, takesAway, withAllowed } from './plan-rules.ts';

const plan: PlanRow = {
  id: 'CHICKEN',
  defaultKernel: 'sandbox',
  kernels: [
    { kernel: 'sandbox', allowed: true, memory: '384' },
    { kernel: 'paper', allowed: false, memory: '1024' },
    { kernel: 'vanilla', allowed: false, memory: '1024' },
  ],
};

test.each([
  ['sandbox', '256', null],
  ['sandbox', ' 65536 ', null],
  ['sandbox', '255', 'memory'],
  ['sandbox', '65537', 'memory'],
  ['sandbox', '1e3', 'memory'],
  ['sandbox', '', 'memory'],
  ['paper', '512', null],
  ['paper', '511', 'java'],
] as const)('%s with %j', (kernel, typed, problem) => {
  expect(memoryProblem(kernel, typed)).toBe(problem);
});

test('a default that goes is followed by one that is there; nothing at all cannot be saved', () => {
  const both = withAllowed(plan, 'paper', true);
  expect(both.defaultKernel).toBe('sandbox');
  const paper = withAllowed(both, 'sandbox', false);
  expect(paper.defaultKernel).toBe('paper');
  expect(plansOf([paper])?.[0]).toMatchObject({ tier: 'CHICKEN', defaultKernel: 'paper' });
  expect(plansOf([withAllowed(paper, 'paper', false)])).toBeNull();
});

test('a table that is read and sent is the same, and what it takes away is known', () => {
  const plans = plansOf([plan]) ?? [];
  expect(plansOf(rowsOf({ plans }))).toEqual(plans);
  expect(takesAway(plans, [withAllowed(plan, 'paper', true)])).toBe(false);
  expect(takesAway(plans, [withAllowed(plan, 'sandbox', false)])).toBe(true);
});
