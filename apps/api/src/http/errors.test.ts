import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { isUnreachable } from './errors.ts';

test('a database whose socket is gone is away, a file that is gone is a fault of ours', async () => {
  const [unreachable] = await once(createConnection('/nowhere/socket'), 'error');
  expect(isUnreachable(unreachable)).toBe(true);
  expect(isUnreachable(await readFile('/nowhere/file').catch((error: unknown) => error))).toBe(false);
});
