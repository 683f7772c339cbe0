import { expect, test } from 'vitest';
import type { Session } from './session-policy.ts';
import { TakenShares } from './taken-shares.ts';

const pace = { perS: 1_000, atOnce: 10_000 };
const session = {
  state: 'active',
  waitsFor: null,
  statementS: 1,
  transactionS: 1,
  idleS: 0,
  locks: 1,
  altersShared: false,
  bytes: 4e6,
  ageS: 1,
};

interface One {
  name: string;
  takesIds: boolean;
  /** Part of a processor. */
  busy: number;
  /** Seconds; 0 if not said. */
  transactionS?: number;
}

function sessionOf({ name, takesIds, busy, transactionS = 0 }: One, pid: number, second: number): Session {
  return { ...session, name, takesIds, transactionS, pid, processorS: busy * second };
}

/** One check per second, at each of which so many were consumed in total. @returns the guests found, by second */
function watch(seconds: number, taken: number, at: (second: number) => One[]) {
  const ids = new TakenShares(({ takesIds }) => takesIds);
  const found: [number, string[]][] = [];
  for (let second = 0; second < seconds; second++) {
    const sessions = at(second).map((one, pid) => sessionOf(one, pid, second));
    const names = [...ids.judge(sessions, taken, pace, second * 1000)];
    if (names.length > 0) found.push([second, names]);
  }
  return found;
}

test('who takes more than its pace for long is found, though it has no id at most looks', () => {
  const found = watch(4, 5_000, (second) => [
    { name: 'burns', takesIds: second % 4 === 0, busy: 0.9 },
    { name: 'computes', takesIds: false, busy: 1, transactionS: 10 },
    { name: 'waits', takesIds: true, busy: 0.05 },
  ]);
  expect(found).toEqual([[3, ['burns']]]);
});

test('who has an id is not found for another that has none at the same look', () => {
  const found = watch(8, 50_000, (second) => [
    { name: 'burns', takesIds: second > 3, busy: 0.9 },
    { name: 'reads', takesIds: false, busy: 0.3 },
    { name: 'waits', takesIds: true, busy: 0.01, transactionS: 10 },
  ]);
  expect(found.flatMap(([, names]) => names)).toEqual(['burns', 'burns', 'burns', 'burns']);
});

test('nobody is found where all keep to their pace together', () => {
  const many = Array.from({ length: 50 }, (_, n) => ({ name: `guest ${n}`, takesIds: true, busy: 0.1 }));
  expect(watch(100, 40_000, () => many)).toEqual([]);
});
