import { writeFile } from 'node:fs/promises';
import { getSystemErrorName } from 'node:util';
import { expect, test } from 'vitest';
import { isOutOfSpace } from './out-of-space.ts';

test('a full disk, and a limit that Node has no name for', async () => {
  const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
  expect(isOutOfSpace(full)).toBe(true);
  const name = getSystemErrorName(-122);
  expect(name).toBe('Unknown system error -122');
  expect(isOutOfSpace(Object.assign(new Error('write'), { errno: -122, code: name }))).toBe(true);
  expect(isOutOfSpace(new Error('write'))).toBe(false);
});
