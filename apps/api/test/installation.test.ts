import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkInstallation } from '../src/installation.ts';
import { createTestDatabase } from './test-database.ts';
import { runSql } from '@realmkeep/testkit/sql';

let folder: string;
let databaseUrl: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-installation-'));
  databaseUrl = await createTestDatabase();
});

afterEach(() => rm(folder, { recursive: true }));

const dir = (name: string) => join(folder, name);
const start = (name: string, adopt = false) => checkInstallation({ databaseUrl, dataDir: dir(name) }, adopt);

test('the first data folder becomes the database’s own, and it starts again', async () => {
  await start('first');
  await start('first');
  const { id } = JSON.parse(await readFile(join(dir('first'), 'installation.json'), 'utf8')) as { id: string };
  expect(await runSql(databaseUrl, 'select id, bound_at is not null as bound from installation')).toEqual([
    { id, bound: true },
  ]);
});

test('of two new folders at one moment, one becomes its own', async () => {
  const starts = await Promise.allSettled([start('one'), start('two')]);
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a second folder is refused by name, with the way out, until it is adopted', async () => {
  await start('first');
  await expect(start('second')).rejects.toThrow(`${dir('second')} has no installation.json`);
  await expect(start('second')).rejects.toThrow('--adopt-data-dir');
  await start('second', true);
  await start('second');
});

test('the folder of another installation is refused by name', async () => {
  await start('first');
  const other = await createTestDatabase();
  // Test databases are copies of the same template.
  await runSql(other, 'update installation set id = gen_random_uuid()');
  await expect(checkInstallation({ databaseUrl: other, dataDir: dir('first') }, false)).rejects.toThrow(
    `${dir('first')} belongs to installation`,
  );
});

test('a start that was killed before the database knew of it goes on', async () => {
  await start('first');
  await runSql(databaseUrl, 'update installation set bound_at = null');
  await start('first');
  expect(await runSql(databaseUrl, 'select bound_at is not null as bound from installation')).toEqual([
    { bound: true },
  ]);
});

test('an installation.json that cannot be understood is not overwritten', async () => {
  await start('first');
  await writeFile(join(dir('first'), 'installation.json'), '{');
  await expect(start('first', true)).rejects.toThrow('cannot be understood');
});
