import { expect, test } from 'vitest';
import { inviterOf } from './inviter.ts';

test.each([
  ['/', '?ref=Steve', 'Steve'],
  ['/', '?ref=%20Steve%20', 'Steve'],
  ['/', '?utm=1&ref=St_3ve', 'St_3ve'],
  ['/', '', null],
  ['/', '?ref=', null],
  ['/', '?ref=abc', null],
  ['/', '?ref=%3Cscript%3E', null],
  ['/', '?ref=a_name_longer_than_16', null],
  ['/terms-of-service', '?ref=Steve', null],
])('%s%s', (pathname, search, inviter) => {
  expect(inviterOf({ pathname, search })).toBe(inviter);
});
