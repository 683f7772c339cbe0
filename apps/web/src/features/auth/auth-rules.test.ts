import { describe, expect, test } from 'vitest';
import { canLogin, canRegister, loginRefusal, referrerOf, registerProblems, registerRefusal } from './auth-rules.ts';

const good = {
  username: 'Steve',
  user_password: 'secret',
  repeat_user_password: 'secret',
  referral_username: '',
};

test.each([
  ['Steve', 'x', true],
  ['  ', 'x', false],
  ['Steve', ' ', false],
  ['', '', false],
])('logging in as %j with %j: %j', (username, user_password, possible) => {
  expect(canLogin({ username, user_password })).toBe(possible);
});

test.each([
  ['login_user_unknown', { field: 'username', problem: 'usernameUnknown' }],
  ['login_invalid', { field: 'user_password', problem: 'passwordWrong' }],
  ['account_blocked', null],
  [null, null],
] as const)('a login refused for %s', (code, refusal) => {
  expect(loginRefusal(code)).toEqual(refusal);
});

describe('registering', () => {
  test.each([
    ['register_username_taken', { field: 'username', problem: 'usernameTaken' }],
    ['register_referrer_unknown', { field: 'referral_username', problem: 'referrerUnknown' }],
    ['registration_closed', null],
    [null, null],
  ] as const)('refused for %s', (code, refusal) => {
    expect(registerRefusal(code)).toEqual(refusal);
  });

  test.each([
    ['a good form', {}, null, null],
    ['4 characters', { username: 'Alex' }, null, null],
    ['3 characters', { username: 'abc' }, 'username', 'usernameShort'],
    ['3 characters and blanks', { username: ' abc  ' }, 'username', 'usernameShort'],
    ['17 characters', { username: 'a'.repeat(17) }, 'username', 'usernameLong'],
    ['a dash', { username: 'two-messages' }, 'username', 'usernameCharacters'],
    ['5 characters', { user_password: '12345', repeat_user_password: '12345' }, 'user_password', 'passwordShort'],
    ['blanks', { user_password: '  12345', repeat_user_password: '  12345' }, 'user_password', 'passwordShort'],
    ['another repeat', { repeat_user_password: 'secret ' }, 'repeat_user_password', 'passwordsDiffer'],
    ['oneself', { referral_username: ' sTEVE ' }, 'referral_username', 'referrerSame'],
    ['another referrer', { referral_username: 'Alex' }, null, null],
  ] as const)('with %s', (_, change, field, problem) => {
    const form = { ...good, ...change };
    const found = Object.entries(registerProblems(form)).filter(([, one]) => one !== null);
    expect(found).toEqual(field ? [[field, problem]] : []);
    expect(canRegister(form)).toBe(field === null);
  });

  test('an empty form has no referrer that is the same as the name', () => {
    const empty = { username: '', user_password: '', repeat_user_password: '', referral_username: '' };
    expect(registerProblems(empty).referral_username).toBeNull();
  });

  test('no referrer is null', () => {
    expect(referrerOf(good)).toBeNull();
    expect(referrerOf({ ...good, referral_username: ' Alex ' })).toBe('Alex');
  });
});
