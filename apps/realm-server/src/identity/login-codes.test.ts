import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LoginCodes } from './login-codes.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const home = '203.0.113.7';

function codeFor(nickname: string, code: string, epoch = 1) {
  const hash = createHash('sha256').update(code).digest('hex');
  return { nickname, epoch, hash, expiresAt: now + 5 * minute };
}

test('a code is good once, for its nickname in any case, however it is written', () => {
  const codes = new LoginCodes();
  codes.expect(codeFor('Ann_1', 'K7PM3XQD'), now);
  expect(codes.take('Bob_1', 'K7PM3XQD', home, now)).toEqual({ outcome: 'wrong' });
  expect(codes.take('ann_1', ' k7pm-3xqd ', home, now)).toEqual({
    outcome: 'right',
    account: { nickname: 'Ann_1', epoch: 1 },
  });
  expect(codes.take('Ann_1', 'K7PM3XQD', home, now)).toEqual({ outcome: 'wrong' });
});

test('a newer code takes the place of the older, and each has its time', () => {
  const codes = new LoginCodes();
  codes.expect(codeFor('Ann_1', 'K7PM3XQD'), now);
  codes.expect(codeFor('ANN_1', 'ZZZZ2222'), now);
  expect(codes.take('Ann_1', 'K7PM3XQD', home, now)).toEqual({ outcome: 'wrong' });
  expect(codes.take('Ann_1', 'ZZZZ2222', home, now + 5 * minute)).toEqual({ outcome: 'wrong' });
  expect(codes.take('Ann_1', 'ZZZZ2222', home, now + 5 * minute - 1)).toMatchObject({ outcome: 'right' });
});

test('the code of one who is no manager any more, or has logged out everywhere since, is forgotten', () => {
  const codes = new LoginCodes();
  for (const nickname of ['Ann_1', 'Bob_1', 'Cem_1', 'Dan_1']) codes.expect(codeFor(nickname, 'K7PM3XQD', 2), now);
  codes.keep([
    { nickname: 'ANN_1', epoch: 2 },
    { nickname: 'Bob_1', epoch: 3 },
    { nickname: 'Dan_1', epoch: 1 },
  ]);
  const outcomes = ['Ann_1', 'Bob_1', 'Cem_1', 'Dan_1'].map(
    (nickname) => codes.take(nickname, 'K7PM3XQD', home, now).outcome,
  );
  expect(outcomes).toEqual(['right', 'wrong', 'wrong', 'right']);
});

test('codes that were right are reported for five minutes with where they were typed, the last 32', () => {
  const codes = new LoginCodes();
  codes.take('Ann_1', 'K7PM3XQD', home, now);
  expect(codes.used(now)).toEqual([]);
  for (let i = 0; i < 40; i += 1) {
    const code = `K7PM3X${10 + i}`;
    codes.expect(codeFor('Ann_1', code), now);
    codes.take('Ann_1', ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `, home, now + i);
  }
  expect(codes.used(now + minute)).toHaveLength(32);
  expect(codes.used(now + 5 * minute + 38)).toEqual([{ code: 'K7PM3X49', address: home }]);
  expect(codes.used(now + 5 * minute + 39)).toEqual([]);
});

test('ten wrong codes shut an address out for five minutes, and nobody else', () => {
  const codes = new LoginCodes();
  codes.expect(codeFor('Ann_1', 'K7PM3XQD'), now);
  for (let i = 0; i < 10; i += 1) expect(codes.take('Ann_1', '', home, now + i * 1000).outcome).toBe('wrong');
  const shut = codes.take('Ann_1', 'K7PM3XQD', home, now + minute);
  expect(shut).toEqual({ outcome: 'too-many', seconds: 240 });
  expect(codes.take('Ann_1', 'K7PM3XQD', '203.0.113.8', now + minute).outcome).toBe('right');
  expect(codes.take('Ann_1', 'K7PM3XQD', home, now + 5 * minute).outcome).toBe('wrong');
});

test('an IPv6 network is one address, and a clock that is set back shuts nobody out for longer', () => {
  const codes = new LoginCodes();
  codes.expect(codeFor('Ann_1', 'K7PM3XQD'), now);
  for (let i = 0; i < 10; i += 1) codes.take('Ann_1', '', `2001:db8::${i}`, now);
  expect(codes.take('Ann_1', '', '2001:db8::ffff', now).outcome).toBe('too-many');
  expect(codes.take('Ann_1', '', '2001:db8:0:1::1', now).outcome).toBe('wrong');
  expect(codes.take('Ann_1', '', '2001:db8::ffff', now - minute).outcome).toBe('wrong');
});

test.each([
  [
    'a hundred from a /48',
    100,
    (i: number) => `2001:db8:0:${i.toString(16)}::1`,
    '2001:db8:0:ffff::1',
    '2001:db8:1::1',
  ],
  ['a thousand from a /32', 1000, (i: number) => `2001:db8:${i.toString(16)}::1`, '2001:db8:ffff::1', '2001:db9::1'],
  ['a thousand from a /16', 1000, (i: number) => `198.51.${i % 250}.${Math.trunc(i / 250)}`, '198.51.251.1', home],
])('%s shut that network out, and nobody else', (_, most, address, inside, outside) => {
  const codes = new LoginCodes();
  codes.expect(codeFor('Ann_1', 'K7PM3XQD'), now);
  const outcomes = Array.from({ length: most + 100 }, (_, i) => codes.take('Ann_1', `${i}`, address(i), now).outcome);
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(most);
  expect(codes.take('Ann_1', 'K7PM3XQD', inside, now)).toEqual({ outcome: 'too-many', seconds: 300 });
  expect(codes.take('Ann_1', 'K7PM3XQD', outside, now).outcome).toBe('right');
});

/** No two of one network. */
const scattered = (i: number): string => `${1 + (i % 200)}.${i % 100}.${i % 250}.${Math.trunc(i / 250)}`;

test('ten thousand wrong codes from anywhere are all that a realm takes in five minutes', () => {
  const codes = new LoginCodes();
  codes.expect(codeFor('Ann_1', 'K7PM3XQD'), now);
  const outcomes = Array.from({ length: 12_000 }, (_, i) => codes.take('Ann_1', `${i}`, scattered(i), now).outcome);
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(10_000);
  expect(codes.take('Ann_1', 'K7PM3XQD', home, now)).toEqual({ outcome: 'too-many', seconds: 300 });
  expect(codes.take('Ann_1', 'K7PM3XQD', home, now + 5 * minute - 1).outcome).toBe('too-many');
  codes.expect({ ...codeFor('Ann_1', 'ZZZZ2222'), expiresAt: now + 9 * minute }, now);
  expect(codes.take('Ann_1', 'ZZZZ2222', home, now + 5 * minute).outcome).toBe('right');
});

test('whoever guesses before there is a code locks nobody out, not even their own network', () => {
  const codes = new LoginCodes();
  const guess = () => {
    for (let i = 0; i < 12_000; i += 1) codes.take('Ann_1', `${i}`, `198.${i % 100}.${i % 250}.1`, now);
    for (let i = 0; i < 100; i += 1) codes.take('Ann_1', `${i}`, home, now);
  };
  guess();
  codes.expect(codeFor('Ann_1', 'K7PM3XQD'), now);
  expect(codes.take('Ann_1', 'K7PM3XQD', home, now).outcome).toBe('right');
  // Its time is over, or it is another account's.
  codes.expect({ ...codeFor('Ann_1', 'K7PM3XQD'), expiresAt: now }, now);
  codes.expect(codeFor('Bob_1', 'K7PM3XQD'), now);
  guess();
  expect(codes.take('Bob_1', 'K7PM3XQD', home, now).outcome).toBe('right');
});
