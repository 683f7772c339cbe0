import { describe, expect, test } from 'vitest';
import {
  isReservedNickname,
  passwordProblem,
  realmAddressProblem,
  realmNameProblem,
  reasonProblem,
  usernameProblem,
} from './rules.ts';

describe.each<[string, (text: string) => string | null, [string, string | null][]]>([
  [
    'a user name',
    usernameProblem,
    [
      ['abcd', null],
      [' abcd ', null],
      ['abc', 'too_short'],
      ['a'.repeat(17), 'too_long'],
      ['ab cd', 'characters'],
      ['żółw', 'characters'],
    ],
  ],
  [
    'a password',
    passwordProblem,
    [
      ['123456', null],
      ['12345 ', 'too_short'],
      ['x'.repeat(129), 'too_long'],
      ['пароль', null],
    ],
  ],
  [
    'a realm’s name',
    realmNameProblem,
    [
      ['abc', null],
      ['My Castle', null],
      ['ab', 'too_short'],
      ['   ab   ', 'too_short'],
      ['a'.repeat(33), 'too_long'],
      ['Castle 2', 'characters'],
    ],
  ],
  [
    'a realm’s address',
    realmAddressProblem,
    [
      ['abc', null],
      ['a-1', null],
      ['1a1', null],
      ['ab', 'too_short'],
      ['a'.repeat(17), 'too_long'],
      ['123', 'characters'],
      ['-ab', 'characters'],
      ['ab-', 'characters'],
      ['a.b', 'characters'],
      ['Admin', 'reserved'],
      ['xn--80ak6aa92e', 'reserved'],
      ['XN--p1ai', 'reserved'],
      ['ab--c', 'reserved'],
      ['abc--d', null],
    ],
  ],
  [
    'a reason',
    reasonProblem,
    [
      ['sells what is not theirs', null],
      ['  ab  ', 'too_short'],
      ['r'.repeat(201), 'too_long'],
      ['two\nlines', 'characters'],
    ],
  ],
])('%s', (_what, problem, cases) => {
  test.each(cases)('%j', (text, expected) => expect(problem(text)).toBe(expected));
});

test.each(['Admin', 'administrator', '_admin_', 'Admin_1', 'rcon', 'ROOT', 'null', 'Staff', 'Guest_bobby', 'gone_by'])(
  'nobody is called %s anew',
  (nickname) => {
    expect(isReservedNickname(nickname)).toBe(true);
  },
);

test.each(['bobby', 'Guesthouse', 'Admiral', 'rooted', 'Modest_1', '1234'])('%s is anybody’s', (nickname) => {
  expect(isReservedNickname(nickname)).toBe(false);
});
