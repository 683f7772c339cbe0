import { expect, test } from 'vitest';
import { accessUnder, databaseName } from './database-policy.ts';

test('a name is made of the id alone, and fits PostgreSQL', () => {
  const name = databaseName('0198c0de-1234-4abc-8def-0123456789ab');
  expect(name).toBe('realm_0198c0de12344abc8def0123456789ab');
  expect(name.length).toBeLessThan(64);
});

test.each([
  [100, 'writable'],
  [101, 'read_only'],
  [200, 'read_only'],
  [201, 'closed'],
])('of 100 bytes %i leave it %s', (bytes, access) => {
  expect(accessUnder(bytes, 100)).toBe(access);
});
