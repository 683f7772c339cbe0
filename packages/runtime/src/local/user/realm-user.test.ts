import { assert, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { realmUser, userBase } from './realm-user.ts';

test('users lie between those of systemd’s containers and its foreign ones', () => {
  assert(
    property(string(), integer({ min: 1, max: 262_143 }), (dir, number) => {
      const uid = realmUser(userBase(dir), number);
      expect(uid).toBeGreaterThan(1_879_048_191);
      expect(uid).toBeLessThan(2_147_352_576);
    }),
  );
});

test('two folders have blocks of their own, the same folder always the same', () => {
  expect(userBase('/srv/one/realms')).toBe(userBase('/srv/one/realms'));
  expect(Math.abs(userBase('/srv/one/realms') - userBase('/srv/two/realms'))).toBeGreaterThanOrEqual(2 ** 18);
});

test('a number outside of the block is refused', () => {
  for (const number of [0, -1, 1.5, 262_144, NaN]) expect(() => realmUser(userBase('/'), number)).toThrow(RangeError);
});
