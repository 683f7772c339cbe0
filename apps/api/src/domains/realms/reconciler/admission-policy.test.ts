import { expect, test } from 'vitest';
import { admission, type Claimant } from './admission-policy.ts';

const now = 1_000_000_000;

/** By their names: the account, a number, and a star where it runs. */
function claimants(...names: string[]): Claimant[] {
  return names.map((name, at) => ({
    id: name,
    account: name.slice(0, 1),
    memoryMiB: 100,
    runs: name.endsWith('*'),
    since: now - 1000 + at,
  }));
}

const turns = (budget: number, ...names: string[]) => {
  const { admitted, places } = admission(claimants(...names), budget, now);
  return [[...admitted], [...places.keys()]];
};

test('as many start as there is memory for, the oldest first', () => {
  expect(turns(300, 'a1*', 'b1', 'c1', 'd1')).toEqual([['b1', 'c1'], ['d1']]);
  expect(turns(100, 'a1*', 'b1')).toEqual([[], ['b1']]);
  expect(turns(300)).toEqual([[], []]);
});

test('accounts take turns, those with the fewest realms first', () => {
  expect(turns(300, 'a1*', 'a2*', 'a3', 'a4', 'b1', 'b2')).toEqual([['b1'], ['b2', 'a3', 'a4']]);
});

test('a large one is not passed by smaller ones, and one larger than all there is runs alone', () => {
  const [large, small] = claimants('a1', 'b1') as [Claimant, Claimant];
  const [running] = claimants('c1*') as [Claimant];
  const wants = { ...large, memoryMiB: 900 };
  expect([...admission([running, wants, small], 300, now).places]).toEqual([
    ['a1', 1],
    ['b1', 2],
  ]);
  const alone = admission([wants, small], 300, now);
  expect([[...alone.admitted], [...alone.places.keys()]]).toEqual([['a1'], ['b1']]);
});

test('who has waited for long comes first, however many realms the account has', () => {
  const [first, second, third, other] = claimants('a1*', 'a2*', 'a3', 'b1') as [Claimant, Claimant, Claimant, Claimant];
  const old = { ...third, since: 0 };
  expect([...admission([first, second, old, other], 300, now).admitted]).toEqual(['a3']);
});
