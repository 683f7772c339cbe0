import { expect, test } from 'vitest';
import { canChangePassword, passwordProblems } from './password-rules.ts';

const good = { oldPassword: 'old', newPassword: 'secret1', repeatNewPassword: 'secret1' };

test('a good one may be sent; the old password may be of any length', () => {
  expect(canChangePassword(good)).toBe(true);
});

test.each([
  ['newPassword', { newPassword: '12345', repeatNewPassword: '12345' }, 'passwordShort'],
  ['newPassword', { newPassword: ' 12345 ', repeatNewPassword: ' 12345 ' }, 'passwordShort'],
  ['newPassword', { newPassword: 'x'.repeat(129), repeatNewPassword: 'x'.repeat(129) }, 'passwordLong'],
  ['repeatNewPassword', { repeatNewPassword: 'secret2' }, 'passwordsDiffer'],
  ['repeatNewPassword', { repeatNewPassword: 'Secret1' }, 'passwordsDiffer'],
] as const)('%s: %o', (field, change, problem) => {
  const form = { ...good, ...change };
  expect(passwordProblems(form)[field]).toBe(problem);
  expect(canChangePassword(form)).toBe(false);
});

test('without the old one nothing is sent', () => {
  expect(canChangePassword({ ...good, oldPassword: '' })).toBe(false);
});
