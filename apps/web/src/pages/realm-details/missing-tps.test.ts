import { expect, test } from 'vitest';
import { missingTps } from './missing-tps.ts';

test('a realm is said to rest only where nobody is on, and where its kernel would tell otherwise', () => {
  expect(missingTps('sandbox', 0)).toBe('resting');
  expect(missingTps('paper', 0)).toBe('resting');
  expect(missingTps('paper', 1)).toBe('awaited');
  expect(missingTps('vanilla', 0)).toBe('untold');
  expect(missingTps('fabric', 0)).toBe('untold');
  expect(missingTps('vanilla', 1)).toBe('untold');
});
