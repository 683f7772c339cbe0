import { expect, test } from 'vitest';
import { type Session, sessionsMay } from './session-policy.ts';
import { StubbornSessions } from './stubborn-sessions.ts';

const session = (odd: Partial<Session> = {}) =>
  ({ pid: 1, name: 'realm_a', ageS: 900, locks: 0, bytes: 4e6, ...odd }) as Session;

/** Asked to end at 0. */
function asked(sessions: readonly Session[]) {
  const stubborn = new StubbornSessions({ ...sessionsMay, stubborn: { sessions: 3, s: 3_600 } });
  for (const one of sessions) stubborn.ask(one, 'end', 'statement', 0);
  return stubborn;
}

test('a session does not end when it is there some seconds after it was asked, as itself', () => {
  const there = [session(), session({ pid: 2 })];
  expect(asked([session()]).among(there, 5_000)).toEqual([]);
  expect(asked([session()]).among(there, 5_001)).toEqual([there[0]]);
  expect(asked([session()]).among([session({ ageS: 4 })], 5_001)).toEqual([]);
  expect(asked([session()]).among([session({ name: 'realm_b' })], 5_001)).toEqual([]);
});

test('one whose statement was cancelled was not asked to end', () => {
  const stubborn = new StubbornSessions(sessionsMay);
  stubborn.ask(session(), 'cancel', 'statement', 0);
  expect(stubborn.among([session()], 60_000)).toEqual([]);
});

test('each reason is new once per session, until that has ended', () => {
  const stubborn = new StubbornSessions(sessionsMay);
  const ask = (does: 'cancel' | 'end') => stubborn.ask(session(), does, 'statement', 0);
  expect([ask('cancel'), ask('cancel'), ask('end'), ask('end')]).toEqual([true, false, true, false]);
  stubborn.among([], 1);
  expect(ask('end')).toBe(true);
});

test.each<[string, Partial<Session>[], number, number, boolean]>([
  ['two of them', [{}, { pid: 2 }], 0, 60_000, false],
  ['too many', [{}, { pid: 2 }, { pid: 3 }], 0, 60_000, true],
  ['one for less than an hour', [{}], 0, 3_600_000, false],
  ['one for longer', [{}], 0, 3_600_001, true],
  ['one with too many locks', [{ locks: 4_001 }], 0, 60_000, true],
  ["one while NOTIFY's queue is over half full", [{}], 0.6, 60_000, true],
  ['those with too much memory', [{ bytes: 3e8 }, { pid: 2, bytes: 3e8 }], 0, 60_000, true],
])('the server starts anew for %s: %#', (_, odd, queue, now, does) => {
  const sessions = odd.map((one) => session(one));
  expect(asked(sessions).bears(sessions, queue, now) !== null).toBe(does);
});
