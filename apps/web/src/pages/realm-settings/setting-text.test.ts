import { expect, test } from 'vitest';
import { changeOf, numberOf, settingProblem } from './setting-text.ts';

test.each([
  ['16', 16],
  [' 0 ', 0],
  ['', Number.NaN],
  ['-1', Number.NaN],
  ['1.5', Number.NaN],
  ['1e3', Number.NaN],
  ['0x10', Number.NaN],
  ['16 blocks', Number.NaN],
])('%j is the number %j', (text, number) => {
  expect(numberOf(text)).toBe(number);
});

test('what is typed becomes what the api takes', () => {
  expect(
    changeOf({ dealDamage: 'false', flySurvival: 'true', gameMode: 'SURVIVAL', spawnProtectionRadius: ' 16' }),
  ).toEqual({
    dealDamage: false,
    flySurvival: true,
    gameMode: 'SURVIVAL',
    spawnProtectionRadius: 16,
  });
});

test('a radius beyond the rule is a problem', () => {
  expect(settingProblem('spawnProtectionRadius', '2000')).toBe(false);
  expect(settingProblem('spawnProtectionRadius', '2001')).toBe(true);
  expect(settingProblem('gameMode', '2001')).toBe(false);
});
