import { tmpdir } from 'node:os';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { Config } from '../config.ts';
import { assertDiskSpace, isDiskFull } from './disk-space.ts';

const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });
const on = (dataDir: string, diskReservePercent?: number) => ({
  config: { dataDir, diskReservePercent } as Config,
  log,
});

test('what would fill the disk is refused, and the operator is told', async () => {
  // A file system without room.
  await expect(assertDiskSpace(on('/proc'), 1)).rejects.toMatchObject({ code: 'disk_full' });
  await expect(assertDiskSpace(on(tmpdir()), Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: 'disk_full' });
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, free: 0, wanted: 1 });
  await expect(assertDiskSpace(on(tmpdir()), 0)).resolves.toBeUndefined();
});

test('on a node of a cluster, users leave as much of the disk free as its operator says', async () => {
  await expect(assertDiskSpace(on(tmpdir(), 1e-6), 0)).resolves.toBeUndefined();
  await expect(assertDiskSpace(on(tmpdir(), 100), 0)).rejects.toMatchObject({ code: 'disk_full' });
});

test('a disk without room is full', async () => {
  await expect(isDiskFull(on('/proc'))).resolves.toBe(true);
  await expect(isDiskFull(on(tmpdir()))).resolves.toBe(false);
});
