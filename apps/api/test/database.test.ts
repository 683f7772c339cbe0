import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { inject, expect, test } from 'vitest';
import { connectionTo, DatabaseClient } from '../src/db/client.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDb, openPool } from '../src/db/pool.ts';
import { selectActive, selectOfMember, selectStanding } from '../src/domains/realms/live/directory-queries.ts';
import { selectLoaded, selectRealmsAt } from '../src/domains/realms/realm-queries.ts';
import { loadSessionStandings, selectSessionStandings } from '../src/domains/identity/sessions/auth-queries.ts';
import { loadRealmLists, selectRealmLists } from '../src/domains/realms/realm-list-queries.ts';
import { schemaReady } from '../src/db/schema-ready.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { createTestDatabase } from './test-database.ts';

test('20 processes at once migrate an empty database once, for which another waits', async () => {
  await runSql(inject('postgresUrl'), 'create database migrating');
  const url = new URL(inject('postgresUrl'));
  url.pathname = '/migrating';
  const said: { missing: string[] }[] = [];
  const log = { info: (what: { missing: string[] }) => void said.push(what) };
  const ready = schemaReady(url.href, log, new AbortController().signal);
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]?.missing).toContain('0001-users.sql');
  const results = await Promise.all(Array.from({ length: 20 }, () => migrate(url.href)));
  expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
  await ready;
  // The program that operators run.
  const program = fileURLToPath(new URL('../scripts/migrate.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env: { DATABASE_URL: url.href } });
  expect(stdout).toBe('The database is up to date.\n');
});

test('a migration that was changed afterwards is refused', async () => {
  const url = await createTestDatabase();
  await runSql(url, "update migrations set sha256 = 'another' where name = '0001-users.sql'");
  await expect(migrate(url)).rejects.toThrow('0001-users.sql was changed');
});

test('a migration that waits for a table in use keeps nobody else from it for long', async () => {
  const url = await createTestDatabase();
  await runSql(url, 'alter table products drop column revision');
  await runSql(url, "delete from migrations where name = '0090-product-revisions.sql'");
  const copying = new DatabaseClient(connectionTo(url));
  const page = new DatabaseClient(connectionTo(url));
  await Promise.all([copying.connect(), page.connect()]);
  await copying.query('begin; lock table products in access share mode');
  const migrating = migrate(url);
  const waiting = "select 1 from pg_locks where relation = 'products'::regclass and not granted";
  await expect.poll(async () => (await page.query(waiting)).rowCount).toBe(1);
  await page.query('select from products');
  await copying.query('commit');
  expect(await migrating).toMatchObject({ applied: ['0090-product-revisions.sql'] });
  await Promise.all([copying.end(), page.end()]);
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

test('what is asked for among many realms is found by an index, and not by reading them all', async () => {
  const url = await createTestDatabase();
  await runSql(url, 'alter table realms disable trigger user');
  await runSql(
    url,
    `insert into users (nickname, game_uuid, password_hash, language, reg_ip)
     select 'user_' || n, gen_random_uuid(), '', 'en', '127.0.0.1' from generate_series(1, 10000) n`,
  );
  // Every hundredth realm is on, the others are off or asleep.
  await runSql(
    url,
    `insert into realms (number, owner_id, name, address, world_type, map, border_diameter, power, asleep_at)
     select n, id, 'Realm', 'r-' || substr(md5(id::text), 1, 12), 'OFFICIAL', 'meadow', 500,
       case when n % 3 = 0 and n % 100 > 0 then 'OFF' else 'ON' end, case when n % 100 > 0 then now() end
     from (select id, substr(nickname, 6)::integer as n from users) as users`,
  );
  // As many as would be read whole for a few of them.
  await runSql(
    url,
    `insert into sessions (user_id, token_name, scopes, ip, user_agent, ends_at)
     select id, '', '{}', '127.0.0.1', '', now() + interval '1 day' from users limit 500`,
  );
  // Tests commit asynchronously, and vacuum does not mark rows as all-visible before their commits have reached the disk.
  await expect
    .poll(async () => {
      await runSql(url, 'vacuum analyze');
      const [table] = await runSql(url, `select relallvisible from pg_class where oid = 'realms'::regclass`);
      return table?.['relallvisible'];
    })
    .toBeGreaterThan(0);
  const [realm] = await runSql(url, 'select id, owner_id as owner, address from realms limit 1');
  const [session = '', ...sessions] = (await runSql(url, 'select id from sessions limit 3')).map(({ id }) =>
    String(id),
  );
  const [id, owner, address] = [String(realm?.['id']), String(realm?.['owner']), String(realm?.['address'])];
  const db = openDb(openPool(url, 1));
  const asked: [string, unknown][] = [
    ['realms_pkey', await selectRealmLists(db, owner, 50).explain()],
    ['sessions_pkey', await selectSessionStandings(db, [session]).explain()],
    ['realms_active', await selectActive(db, id).explain()],
    ['realms_of_owner', await selectOfMember(db, owner).explain()],
    ['realms_pkey', await selectLoaded(db, [id]).explain()],
    ['realms_address', await selectRealmsAt(db, [address]).explain()],
    ['realms_standing', await sql`explain ${selectStanding}`.execute(db)],
  ];
  // Each gets their own, and who does not exist gets nothing.
  const owners = (await runSql(url, 'select owner_id from realms limit 3')).map((row) => String(row['owner_id']));
  const lists = await loadRealmLists(db, [...owners, session]);
  expect([...lists].map(([asker, realms]) => [asker, realms.map((one) => one.owner_id)])).toEqual([
    ...owners.map((asker) => [asker, [asker]]),
    [session, []],
  ]);
  expect([...(await loadSessionStandings(db, [...sessions, owner])).keys()].toSorted()).toEqual(sessions.toSorted());
  await db.destroy();
  for (const [index, explained] of asked) {
    const plan = JSON.stringify(explained);
    // A plain or a bitmap index scan, depending on the sampled statistics.
    expect(plan).toMatch(new RegExp(`(using|Bitmap Index Scan on) ${index}\\b`));
    expect(plan).not.toMatch(/Seq Scan on (realms|users|sessions)/);
  }
});
