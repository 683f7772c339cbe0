import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilesError } from '@realmkeep/runtime';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { FileWriter, SpoolRoom } from './file-writer.ts';
import type { RealmTree, Spot } from './realm-tree.ts';
import { openFlags } from './wire.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-spool-'));
afterAll(() => rm(dataDir, { recursive: true }));

/** The api, as far as a file that is written takes it, with its data there. */
const apiOn = (folder: string) =>
  ({
    config: { dataDir: folder, spoolGiB: 1 },
    directory: { observed: () => null },
    log: pino({ level: 'silent' }),
  }) as unknown as Context;

const quota = { bytes: 2 * 1024 ** 4, files: 1000 };
/** Of a realm with one folder and nothing in it. */
const tree = {
  use: (_spot: Spot, task: (files: unknown, limits: typeof quota) => unknown) =>
    task(
      {
        stat: async (path: string) => {
          if (path !== 'config') throw new FilesError('not_found');
          return { name: path, kind: 'folder', bytes: 0, changedAt: 0, version: '' };
        },
        usage: async () => ({ bytes: 0, files: 1 }),
      },
      quota,
    ),
} as unknown as RealmTree;

const mebibytes = (count: number) => count * 1024 ** 2;

const open = (ctx: Context, userId = 'one', room = new SpoolRoom(ctx)) =>
  FileWriter.open(ctx, {
    tree,
    spot: { realm: { id: 'one' }, path: 'config/a.txt' } as Spot,
    flags: openFlags.WRITE | openFlags.CREAT,
    userId,
    room,
  });

test('nothing is begun, and nothing goes on, on a disk that is full', async () => {
  // A file system without room.
  await expect(open(apiOn('/proc'))).rejects.toMatchObject({ code: 'disk_full' });
  const ctx = apiOn(dataDir);
  const file = await open(ctx);
  await file.write(0, Buffer.from('some'));
  ctx.config.dataDir = '/proc';
  await file.write(4, Buffer.from(' more'));
  await expect(file.write(20 * 1024 ** 2, Buffer.from('far more'))).rejects.toMatchObject({ code: 'disk_full' });
  await expect(file.close()).rejects.toMatchObject({ code: 'disk_full' });
  await expect(readdir(join(dataDir, 'sftp'))).resolves.toEqual([]);
});

test('all accounts together take half of what the folder may hold, and leave room for one more', async () => {
  const ctx = apiOn(dataDir);
  const room = new SpoolRoom(ctx);
  const [one, two, three] = [
    await open(ctx, 'one', room),
    await open(ctx, 'two', room),
    await open(ctx, 'three', room),
  ];
  await expect(one.resize(mebibytes(257))).rejects.toMatchObject({ code: 'disk_full' });
  await one.resize(mebibytes(256));
  await expect(two.resize(mebibytes(129))).rejects.toMatchObject({ code: 'disk_full' });
  await two.resize(mebibytes(128));
  await three.resize(mebibytes(64));
  await expect(three.resize(mebibytes(65))).rejects.toMatchObject({ code: 'disk_full' });
  // Who has enough may still make it smaller, or go.
  await two.resize(mebibytes(127));
  await one.abandon(false);
  await three.resize(mebibytes(128));
  await two.abandon(false);
  await three.abandon(false);
  const last = await open(ctx, 'four', room);
  await last.resize(mebibytes(256));
  await last.abandon(false);
});
