import { expect, test } from 'vitest';
import { seal, unseal } from './sealed.ts';

const key = 'a key that is long enough for a test';

test('what is sealed opens for its owner, under its key', () => {
  expect(unseal(key, 'discord:1', seal(key, 'discord:1', 'zażółć'))).toBe('zażółć');
});

test('the same text is sealed differently each time, and cannot be read', () => {
  const [one, other] = [seal(key, 'discord:1', 'token'), seal(key, 'discord:1', 'token')];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('token')).toBe(false);
});

test('another owner, another key or another byte open nothing', () => {
  const sealed = seal(key, 'discord:1', 'token');
  expect(() => unseal(key, 'discord:2', sealed)).toThrow(Error);
  expect(() => unseal(`${key}!`, 'discord:1', sealed)).toThrow(Error);
  for (const place of [0, 13, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => unseal(key, 'discord:1', changed)).toThrow(Error);
  }
});
