import { ApiError, transportMessages } from '@realmkeep/contract/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadMessages, type Messages } from './messages.ts';
import { errorText, loginErrorText, passwordErrorText, registerErrorText } from './error-text.ts';

let english: Messages['errors'];
let russian: Messages['errors'];
beforeAll(async () => {
  english = await loadMessages('errors', 'en');
  russian = await loadMessages('errors', 'ru');
});

describe('any call', () => {
  test('a code is translated, with its parameters', () => {
    const error = new ApiError('Limit reached', 405, 'realm_limit_reached', { limit: 2 });
    expect(errorText(english, error)).toBe('Limit reached. Servers on your plan: 2. Upgrade it, or delete a server');
    expect(errorText(russian, error)).toBe(
      'Достигнут лимит серверов на вашем тарифе: 2. Смените тариф или удалите сервер',
    );
  });

  test.each([
    ['Network Error', 'Network Error', 'Связь потеряна. Попробуйте ещё раз'],
    ['Request aborted', 'Request aborted', 'Запрос прерван'],
    ['timeout exceeded', 'timeout exceeded', 'Время ожидания истекло'],
    ['An unexpected error occurred', 'An unexpected error occurred', 'Произошла непредвиденная ошибка'],
  ])('without an answer: %s', (message, expected, translated) => {
    expect(errorText(english, new ApiError(message, 0))).toBe(expected);
    expect(errorText(russian, new ApiError(message, 0))).toBe(translated);
  });

  test('an error of the server that says nothing itself is the server’s', () => {
    const error = new ApiError(transportMessages.fallback, 502, null);
    expect(errorText(english, error)).toBe('Server error, please try again later');
  });

  test('an answer that is neither a success nor an error is unknown', () => {
    const error = new ApiError(transportMessages.fallback, 200, null);
    expect(errorText(english, error)).toBe('An unknown error occurred');
    expect(errorText(russian, error)).toBe('Произошла неизвестная ошибка');
  });

  test('a code of a newer server falls back to its message', () => {
    const error = new ApiError('Brand new', 418, 'brand_new' as never);
    expect(errorText(english, error)).toBe('Brand new');
  });

  test('what is no error of a call is unexpected', () => {
    expect(errorText(english, new TypeError('x is undefined'))).toBe('An unexpected error occurred');
  });
});

test.each([
  [401, 'login_invalid', 'Invalid username or password', 'Invalid username or password'],
  [404, 'login_user_unknown', 'The user "Steve" does not exist', 'The user "Steve" does not exist'],
  [404, null, 'No such user: "a "b" c"', 'The user "a "b" c" does not exist'],
  [500, 'internal_error', 'boom', 'Server error, please try again later'],
  [403, 'account_blocked', 'This account is blocked', 'This account is blocked. If this is a mistake, contact support'],
  [418, null, 'A teapot', 'A teapot'],
  [418, null, '', 'Login failed. Please check your credentials and try again'],
  [0, null, 'Network Error', 'Network Error'],
] as const)('login: %s %s %j', (status, code, message, text) => {
  expect(loginErrorText(english, new ApiError(message, status, code))).toBe(text);
});

test('login: the user is quoted in every language', () => {
  const error = new ApiError('The user "Steve" does not exist', 404, 'login_user_unknown');
  expect(loginErrorText(russian, error)).toBe('Пользователя «Steve» не существует');
});

test.each([
  [400, 'register_username_taken', 'Bad credentials or username already taken'],
  [404, 'register_referrer_unknown', 'Specified referrer not found'],
  [500, 'internal_error', 'Internal server error'],
  [418, null, 'Registration failed. Please try again'],
] as const)('registration: %s', (status, code, text) => {
  expect(registerErrorText(english, new ApiError('?', status, code))).toBe(text);
});

test.each([
  [400, 'password_change_invalid', 'Incorrect old password or repeated password'],
  [401, 'unauthorized', 'You are not logged in'],
  [500, 'internal_error', 'Server error'],
  [418, null, 'The password could not be changed. Please try again'],
  [0, null, 'Network Error'],
] as const)('password change: %s', (status, code, text) => {
  const message = status === 0 ? 'Network Error' : '?';
  expect(passwordErrorText(english, new ApiError(message, status, code))).toBe(text);
});

test('password change: too many attempts say when to come back', () => {
  const error = new ApiError('?', 429, 'rate_limited', { seconds: 40 });
  expect(passwordErrorText(english, error)).toBe('Too many requests. Try again in 40 s');
  const long = new ApiError('?', 429, 'rate_limited', { seconds: 538 });
  expect(passwordErrorText(english, long)).toBe('Too many requests. Try again in 9 min');
});
