import { expect, test } from 'vitest';
import { judge, type Session, sessionsMay } from './session-policy.ts';

const quiet: Session = {
  pid: 1,
  name: 'realm_a',
  state: 'idle',
  waitsFor: 'ClientRead',
  statementS: 900,
  transactionS: 0,
  idleS: 900,
  locks: 0,
  bytes: 4e6,
  processorS: 1,
  takesIds: false,
  altersShared: false,
  ageS: 900,
};

test.each<[string, Partial<Session>, string | undefined]>([
  ['waits, however long', {}, undefined],
  ['computes for a minute', { state: 'active', statementS: 59 }, undefined],
  ['computes longer', { state: 'active', statementS: 61 }, 'cancel'],
  ['does not end when it is asked to', { state: 'active', statementS: 66 }, 'end'],
  ['is idle in a transaction for a minute', { state: 'idle in transaction', idleS: 59, transactionS: 59 }, undefined],
  ['is longer', { state: 'idle in transaction (aborted)', idleS: 61, transactionS: 61 }, 'end'],
  ['keeps one transaction busy for long', { state: 'idle in transaction', idleS: 0, transactionS: 121 }, 'end'],
  ['has many locks', { locks: 4_000 }, undefined],
  ['has more than it may', { locks: 4_001 }, 'shut'],
])('a session that %s', (_, odd, does) => {
  expect(judge([{ ...quiet, ...odd }], 0, sessionsMay)[0]?.does).toBe(does);
});

test('of a full queue goes who keeps it full, and of memory who has the most', () => {
  const reader = { ...quiet, pid: 2, name: 'realm_b', state: 'idle in transaction', transactionS: 3, idleS: 3 };
  const deaf = { ...quiet, pid: 3, name: 'realm_c', waitsFor: 'ClientWrite' };
  expect(judge([quiet, reader, deaf], 0.4, sessionsMay)).toEqual([]);
  expect(judge([quiet, reader, deaf], 0.6, sessionsMay).map(({ pid, does }) => [pid, does])).toEqual([
    [2, 'shut'],
    [3, 'shut'],
  ]);
  const greedy = { ...quiet, pid: 4, name: 'realm_d', bytes: 6e8 };
  expect(judge([quiet, greedy, { ...greedy, pid: 5 }], 0, sessionsMay).map(({ pid, does }) => [pid, does])).toEqual([
    [4, 'shut'],
    [5, 'shut'],
  ]);
});
