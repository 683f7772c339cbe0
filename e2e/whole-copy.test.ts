import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Client, createClient } from '@realmkeep/contract';
import { runningPostgresUrl } from '@realmkeep/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, interrupt, type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { runSql } from '@realmkeep/testkit/sql';
import { becomes } from '@realmkeep/testkit/becomes';
import { blockName, dig, groundAround, joinWhenUp, type Position } from './game-client.ts';
import { createRealm, linkChat, logIn, manyPlayers, password, register } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** The operator's worst day: everything is backed up while people play, the machine is lost, and the copy is restored on an empty one. */

const scripts = join(import.meta.dirname, '../apps/api/scripts');
const run = (script: string, ...args: string[]) =>
  // The bucket is only named.
  promisify(execFile)('/usr/bin/env', ['S3_BUCKET=kept-apart', process.execPath, join(scripts, script), ...args]);

/** Runs a script as the owner of the folder, as programs in a realm do. */
async function runAsOwner(folder: string, script: string) {
  const { uid, gid } = statSync(folder);
  await promisify(execFile)('/bin/sh', ['-ec', script], { cwd: folder, ...(process.getuid?.() === 0 && { uid, gid }) });
}

let place: Place;
let product: Product;
let realmId: string;
/** The owner's token. */
let token: string;
const clientOf = () => createClient({ baseUrl: `${product.url}/api`, token: async () => token });

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place, manyPlayers);
  await product.started;
});

afterAll(() => endProduct(product, place));

const joins = () => joinWhenUp(place.gamePort, 'kept.localhost', 'Digger');

const money = async () => {
  const url = await databaseOf(place);
  return {
    accounts: await runSql(url, 'select * from accounts order by 1'),
    transactions: await runSql(url, 'select * from transactions order by 1'),
    entries: await runSql(url, 'select * from entries order by 1, 2'),
    lots: await runSql(url, 'select * from lots order by 1, 2'),
    users: await runSql(url, 'select id, nickname, password_hash, tier from users order by id'),
    realms: await runSql(url, 'select id, number, name, address, began_at from realms order by id'),
  };
};

/** The URL of the realm's own database, as its programs use it. */
async function ownDatabase(client: Client): Promise<string> {
  const params = { id: realmId };
  const { database } = await client.realmDatabase({ params });
  const { password: own } = await client.realmDatabasePassword({ params });
  const url = new URL((await runningPostgresUrl(join(place.dataDir, 'guests'))) ?? '');
  Object.assign(url, { username: database?.user, password: own, pathname: `/${database?.name}` });
  return url.href;
}

/** Writes consecutive numbers until it is stopped. @returns how many it has written, and a function that stops it */
async function startCounting(url: string) {
  await runSql(url, 'create table counted (n integer primary key)');
  const over = new AbortController();
  const count = async () => {
    for (let n = 1; ; n++) {
      await runSql(url, 'insert into counted values ($1)', [n]);
      if (over.signal.aborted) return n;
    }
  };
  const counting = count();
  await becomes(async () => (await runSql(url, 'select max(n) as n from counted'))[0]?.['n']).toBeGreaterThan(3);
  return () => (over.abort(), counting);
}

test('a copy taken while people play comes back whole on an empty machine: every coin, block and row', async () => {
  await register(product.url, 'Keeper_1');
  const answer = await fetch(`${product.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Friend_1', password, referrer_username: 'Keeper_1', language: 'en' }),
  });
  expect(answer.status).toBe(201);
  const { token: friend } = await logIn(product.url, 'Friend_1');
  await linkChat(product.url, friend, 'Friend_1');
  ({ token } = await logIn(product.url, 'Keeper_1'));
  await linkChat(product.url, token, 'Keeper_1');
  realmId = await createRealm(product.url, token, 'kept');
  const bot = await joins();
  const [before, after] = groundAround(bot, 2) as [Position, Position];
  dig(bot, before);
  await becomes(() => blockName(bot, before)).toBe('air');
  const folder = join(place.dataDir, 'realms', realmId);
  await mkdir(join(folder, 'plugins'));
  await writeFile(join(folder, 'plugins/config.yml'), 'kept: true\n');

  const hostileId = await createRealm(product.url, friend, 'hostile');
  const hostile = join(place.dataDir, 'realms', hostileId);
  await becomes(() => existsSync(join(hostile, 'world/lease'))).toBe(true);
  await runAsOwner(hostile, 'mkdir locked world/closed; touch locked/x; truncate -s 4T sparse world/sparse');
  await runAsOwner(hostile, 'name=$(printf "a\\033[2Jb"); touch "$name" "world/$name"; chmod 0 "$name" "world/$name"');
  await runAsOwner(hostile, 'echo kept >mode; chmod 640 mode; chmod 0 locked world/closed');

  const client = clientOf();
  await client.realmDatabaseCreate({ params: { id: realmId } });
  const endCounting = await startCounting(await ownDatabase(client));
  const copies = join(dirname(place.dataDir), 'copies');
  const named = [
    `Of realm ${hostileId} this is not in the copy:`,
    './world/closed: cannot be read',
    './world/a?[2Jb: cannot be read',
    './a\\033[2Jb: Cannot open: Permission denied',
    './locked: Cannot open: Permission denied',
  ];
  const lacks = {
    code: 2,
    stdout: expect.stringContaining('Not in the copy: what lies in the bucket kept-apart'),
    stderr: expect.toSatisfy((text: string) => named.every((line) => text.includes(line))),
  };
  // A copy inside the data folder would hold those before it.
  const inside = run('backup.ts', join(place.dataDir, 'copies/nightly'), '--data-dir', place.dataDir);
  await expect(inside).rejects.toMatchObject({ stderr: expect.stringContaining('is inside the data folder') });
  await expect(run('backup.ts', copies, '--data-dir', place.dataDir)).rejects.toMatchObject(lacks);
  const counted = await endCounting();
  const [name = ''] = await readdir(copies);
  const was = await money();
  expect(was.entries.length).toBeGreaterThan(0);
  dig(bot, after);
  await becomes(() => blockName(bot, after)).toBe('air');
  bot.end();

  interrupt(product);
  await product.ended;
  await rm(place.dataDir, { recursive: true });
  // Another machine has other paths, and so different users for its realms.
  place = { ...place, dataDir: join(dirname(place.dataDir), 'elsewhere') };
  await expect(run('restore.ts', join(copies, name), '--data-dir', place.dataDir)).rejects.toMatchObject(lacks);
  await expect(run('restore.ts', join(copies, name), '--data-dir', place.dataDir)).rejects.toThrow('is not empty');
  product = startProduct(place, manyPlayers);
  await product.started;

  expect(await money()).toEqual(was);
  const again = await joins();
  expect(blockName(again, before)).toBe('air');
  expect(blockName(again, after)).not.toBe('air');
  again.end();
  // The realm's own database is a consistent snapshot taken while it was written to: no number is missing, and its password still works.
  const [rows] = await runSql(await ownDatabase(client), 'select count(*)::int as n, max(n) as last from counted');
  expect(rows?.['n']).toBe(rows?.['last']);
  expect(rows?.['n']).toBeGreaterThan(3);
  expect(rows?.['n']).toBeLessThan(counted);
  const restored = join(place.dataDir, 'realms', hostileId);
  expect(statSync(join(restored, 'mode')).mode & 0o777).toBe(0o640);
  for (const file of ['sparse', 'world/sparse']) {
    const { size, blocks } = statSync(join(restored, file));
    expect([size, blocks * 512 < 1024 ** 2]).toEqual([4 * 1024 ** 4, true]);
  }
  // Sessions and secrets still work.
  const { text } = await client.realmFileText({ params: { id: realmId }, query: { path: 'plugins/config.yml' } });
  expect(text).toBe('kept: true\n');
});

test('a restore that is ended early leaves no server behind', async () => {
  const copies = join(dirname(place.dataDir), 'copies');
  const [name = ''] = await readdir(copies);
  const early = join(dirname(place.dataDir), 'early');
  const restore = spawn(process.execPath, [join(scripts, 'restore.ts'), join(copies, name), '--data-dir', early]);
  const ended = once(restore, 'close');
  restore.stdout.setEncoding('utf8').on('data', (words: string) => {
    if (words.includes('The database …')) restore.kill('SIGTERM');
  });
  await expect(ended).resolves.toEqual([143, null]);
  await expect(runningPostgresUrl(join(early, 'postgres'))).resolves.toBeNull();
  await expect(stat(join(early, 'postgres/cluster'))).resolves.toBeDefined();
  // What is not whole is not started.
  await expect(stat(join(early, 'restoring'))).resolves.toBeDefined();
});

test('a copy that is damaged is refused before anything is made', async () => {
  const copies = join(dirname(place.dataDir), 'copies');
  const [name = ''] = await readdir(copies);
  await writeFile(join(copies, name, 'database/users.zst'), 'damaged');
  const empty = join(dirname(place.dataDir), 'empty');
  await expect(run('restore.ts', join(copies, name), '--data-dir', empty)).rejects.toThrow('users.zst is damaged');
  await expect(readdir(empty)).rejects.toThrow('ENOENT');
});

test("a database of before, on the product's own server, is carried over by the next start with all that is in it", async () => {
  const client = clientOf();
  const params = { id: realmId };
  const { username: name, password: own } = new URL(await ownDatabase(client));
  // As in earlier versions, which had no other server.
  const before = await databaseOf(place);
  await runSql(before, `create role ${name} login password '${own}'`);
  await runSql(before, `grant ${name} to current_user`);
  await runSql(before, `create database ${name}`);
  await runSql(before, `grant connect, create, temporary on database ${name} to ${name}`);
  const there = new URL(before);
  there.pathname = `/${name}`;
  await runSql(there.href, `set role ${name}; create schema plugin; create table plugin.things as select 7 as n`);
  await runSql(before, "update realm_databases set server = 'product'");
  interrupt(product);
  await product.ended;
  await rm(join(place.dataDir, 'guests'), { recursive: true });

  product = startProduct(place, manyPlayers);
  await product.started;
  expect(product.output()).toContain('Carrying 1 databases of realms over');
  await becomes(async () => (await client.realmDatabase({ params })).database?.server).toBe('guests');
  expect(await runSql(await ownDatabase(client), 'select n from plugin.things')).toEqual([{ n: 7 }]);
  const left =
    'select datname from pg_database where datname = $1 union all select rolname from pg_roles where rolname = $1';
  await becomes(async () => runSql(await databaseOf(place), left, [name])).toEqual([]);
});
