import { assert, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { isRealmUser, realmUser, userBase } from './realm-user.ts';

test('users lie between those of systemd’s containers and its foreign ones', () => {
  assert(
    property(string(), integer({ min: 1, max: 268_173_311 }), (dir, number) => {
      const uid = realmUser(userBase(dir), number);
      expect(uid).toBeGreaterThan(1_879_048_191);
      expect(isRealmUser(uid)).toBe(true);
      // The user who draws pictures is not one of them.
      expect(uid).not.toBe(userBase(dir));
      expect(uid).toBeLessThan(2_147_352_576);
    }),
  );
});

test('two folders have blocks of their own, the same folder always the same', () => {
  expect(userBase('/srv/one/realms')).toBe(userBase('/srv/one/realms'));
  expect(Math.abs(userBase('/srv/one/realms') - userBase('/srv/two/realms'))).toBeGreaterThanOrEqual(2 ** 18);
});

test('numbers beyond the first block have users of their own, from the first ids on behind the last', () => {
  const [lowest, highest] = [0x7000_0000, 0x7000_0000 + 1023 * 2 ** 18 - 1];
  const last = highest - 2 ** 18 + 1;
  const users = [1, 262_143, 262_144, 268_173_311].map((number) => realmUser(last, number));
  expect(users).toEqual([last + 1, highest, lowest, last - 1]);
});

test('a number that no realm has is refused', () => {
  for (const number of [0, -1, 1.5, 268_173_312, NaN])
    expect(() => realmUser(userBase('/'), number)).toThrow(RangeError);
});
