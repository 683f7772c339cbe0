import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject, expect, test } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { openDb, openPool } from '../src/db/pool.ts';
import { selectRealmLists } from '../src/domains/realms/realm-list-queries.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { createTestDatabase } from './test-database.ts';

test('20 processes at once migrate an empty database once', async () => {
  await runSql(inject('postgresUrl'), 'create database migrating');
  const url = new URL(inject('postgresUrl'));
  url.pathname = '/migrating';
  const applied = await Promise.all(Array.from({ length: 20 }, () => migrate(url.href)));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
});

test('a migration that was changed afterwards is refused', async () => {
  const url = await createTestDatabase();
  await runSql(url, "update migrations set sha256 = 'another' where name = '0001-users.sql'");
  await expect(migrate(url)).rejects.toThrow('0001-users.sql was changed');
});

test('the generated types are those of the migrated database', async () => {
  const out = fileURLToPath(new URL('../src/db/schema.gen.ts', import.meta.url));
  const url = await createTestDatabase();
  const args = [`--url=${url}`, '--dialect=postgres', '--exclude-pattern=migrations', `--out-file=${out}`, '--verify'];
  const program = fileURLToPath(import.meta.resolve('kysely-codegen/dist/cli/bin.js'));
  const verified = promisify(execFile)(process.execPath, [program, ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
  await expect(verified).resolves.toBeDefined();
});

test('the index serves the list of a user among many', async () => {
  const url = await createTestDatabase();
  await runSql(
    url,
    `insert into users (nickname, game_uuid, password_hash, language, reg_ip)
     select 'user_' || n, gen_random_uuid(), '', 'en', '127.0.0.1' from generate_series(1, 3000) n`,
  );
  await runSql(
    url,
    `insert into realms (number, owner_id, name, address, world_type, map, border_diameter)
     select row_number() over (), id, 'Realm', 'r-' || substr(md5(id::text), 1, 12), 'OFFICIAL', 'meadow', 500 from users`,
  );
  await runSql(url, 'analyze');
  const [user] = await runSql(url, 'select id from users limit 1');
  const db = openDb(openPool(url, 1));
  const plan = await selectRealmLists(db, String(user?.['id']), 50).explain();
  await db.destroy();
  expect(JSON.stringify(plan)).not.toContain('Seq Scan on realms');
});
