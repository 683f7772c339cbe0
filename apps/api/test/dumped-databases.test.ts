import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDebianPostgres, type DebianPostgres } from '@realmkeep/postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Bounds,
  dumpDatabases,
  type DumpedDatabase,
  restoreDumps,
} from '../scripts/installation-copy/dumped-databases.ts';
import { DatabaseClient } from '../src/db/client.ts';
import { leadLock } from '../src/domains/realms/reconciler/lead.ts';
import { freshAddress, makeUser, realmBody } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';

/** Realms' databases on the operator's server in a copy of everything, whatever code they contain. */

let server: DebianPostgres;
let api: Awaited<ReturnType<typeof startTestApi>>;
let leading: DatabaseClient;
let folder: string;
const superuser = (text: string) => runSql(server.url, text);

beforeAll(async () => {
  server = await startDebianPostgres();
  await superuser("create role side login createdb createrole password 'its own'");
  await superuser('create database side owner side');
  for (const database of ['template1', 'postgres'])
    await superuser(`revoke connect on database ${database} from public`);
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-dumps-'));
  const databaseUrl = await createTestDatabase();
  // Keeps the api from leading: the leader checks the databases every half minute, and would reopen what a test has closed.
  leading = new DatabaseClient(databaseUrl);
  await leading.connect();
  await leading.query('select pg_advisory_lock($1)', [leadLock]);
  api = await startTestApi({ databaseUrl, environment: { REALM_DATABASE_URL: named() } });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await leading.end();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const named = () => `postgres://side:its%20own@127.0.0.1:${server.port}/side`;

async function makeGuest() {
  const { client } = await makeUser(api);
  const { id: realmId } = await client.realmCreate({ body: realmBody('Guest', freshAddress()) });
  const params = { id: realmId };
  const name = (await client.realmDatabaseCreate({ params })).database?.name ?? '';
  const { password } = await client.realmDatabasePassword({ params });
  const url = `postgres://${name}:${password}@127.0.0.1:${server.port}/${name}`;
  return {
    realmId,
    name,
    url,
    sql: (text: string) => runSql(url, text),
    outside: { realmId, server: 'named' as const },
  };
}

type Guest = Awaited<ReturnType<typeof makeGuest>>;

const bounds: Bounds = { bytes: 2 ** 30, lockMs: 500, dumpMs: 20_000, restoreMs: 20_000 };
const servers = () => ({ product: null, named: named() });
const rows = () => ({ productUrl: api.config.databaseUrl, tokenKey: api.config.secrets.tokenKey });

/** @returns the folder of the copy, and its contents */
async function dump(guests: readonly Guest[], less: Partial<Bounds> = {}) {
  const place = await mkdtemp(join(folder, 'copy-'));
  const databases = guests.map(({ outside }) => outside);
  return { place, ...(await dumpDatabases(servers(), databases, place, rows(), { ...bounds, ...less })) };
}

/** Restores the copy as after the loss of the server. @returns how many databases are incomplete, and what was printed about them */
async function restore(guests: readonly Guest[], place: string, dumped: DumpedDatabase[], less: Partial<Bounds> = {}) {
  for (const { name } of guests) {
    await superuser(`drop database ${name} with (force)`);
    await superuser(`drop role ${name}`);
  }
  const said = vi.spyOn(console, 'error').mockReturnValue();
  try {
    const databases = guests.map(({ outside }) => outside);
    const failed = await restoreDumps(servers(), databases, dumped, place, rows(), { ...bounds, ...less });
    return { failed, said: said.mock.calls.flat().join('\n') };
  } finally {
    said.mockRestore();
  }
}

/** A table whose restore runs code, which then does something. */
const trap = (code: string) => `
  create table log (who text);
  create function spy(n int) returns boolean language plpgsql as $$ begin
    if current_setting('application_name') = 'pg_restore' then ${code} end if;
    return true;
  end $$;
  create table bait as select 7 as n;
  alter table bait add check (public.spy(n));
  create table zoo as select 8 as n`;

const roleOf = ({ name }: Guest) =>
  superuser(`select rolcanlogin as open, rolconnlimit as places from pg_roles where rolname = '${name}'`);

test('code in a database that is restored is its own role and nobody else', async () => {
  const [guest, victim] = [await makeGuest(), await makeGuest()];
  const tries = [`alter role ${victim.name} password null`, `alter database ${victim.name} rename to mine`];
  const attempts = tries.map((text) => `begin execute '${text}'; exception when others then null; end;`);
  await guest.sql(
    trap(`perform set_config('role', 'none', false);
      ${attempts.join(' ')}
      perform set_config('role', '${guest.name}', false);
      insert into public.log values (session_user);`),
  );
  const { place, dumped, leftOut } = await dump([guest]);
  expect(leftOut).toEqual(new Map());
  expect(await restore([guest], place, dumped)).toEqual({ failed: 0, said: '' });
  expect(await guest.sql('select who, n from log, bait')).toEqual([{ who: guest.name, n: 7 }]);
  expect(await victim.sql('select 1 as n')).toEqual([{ n: 1 }]);
});

test('a database that raises or sleeps while it is restored is named, and the others are back', async () => {
  const [raising, sleeping, innocent] = [await makeGuest(), await makeGuest(), await makeGuest()];
  await raising.sql(trap(`raise exception E'no \\033[2J%', repeat('x', 100000);`));
  await sleeping.sql(trap(`alter role current_user password 'mine'; perform pg_sleep(100000);`));
  await innocent.sql(trap('null;'));
  const all = [raising, sleeping, innocent];
  const { place, dumped } = await dump(all);
  const { failed, said } = await restore(all, place, dumped, { restoreMs: 3_000 });
  expect(failed).toBe(2);
  expect(said).toMatch(new RegExp(`${raising.realmId} is not whole: .*no \\?\\[2Jxxx`));
  expect(said).toContain(`${sleeping.realmId} is not whole: longer than 0.05 minutes`);
  expect(said.length).toBeLessThan(1_000);
  expect(await innocent.sql('select n from bait')).toEqual([{ n: 7 }]);
  // Everything else in them is back, nobody is connected, and the passwords in their rows work.
  expect(await raising.sql('select n from zoo')).toEqual([{ n: 8 }]);
  const busy = `select count(*)::int as n from pg_stat_activity where usename = '${sleeping.name}'`;
  await expect.poll(() => superuser(busy)).toEqual([{ n: 0 }]);
  expect(await sleeping.sql('select 1 as n')).toEqual([{ n: 1 }]);
});

test('nothing that a role holds, hides or has changed keeps the others from being dumped', async () => {
  const [locking, hiding, busy, closed] = [await makeGuest(), await makeGuest(), await makeGuest(), await makeGuest()];
  for (const guest of [locking, hiding, busy, closed]) await guest.sql('create table things as select 7 as n');
  await using holder = await sessionOf(locking);
  await holder.query('begin');
  await holder.query('lock table things');
  await hiding.sql(`create policy part on things using (n > 7); insert into things values (8);
    alter table things enable row level security; alter table things force row level security`);
  await busy.sql("alter role current_user password 'mine'");
  await using sessions = new AsyncDisposableStack();
  for (let n = 0; n < 5; n++) sessions.use(await sessionOf(busy, 'mine'));
  await superuser(`alter role ${closed.name} nologin`);
  const isClosed = "update realm_databases set access = 'closed' where realm_id = $1";
  await runSql(api.config.databaseUrl, isClosed, [closed.realmId]);

  const all = [locking, hiding, busy, closed];
  const { place, dumped, leftOut } = await dump(all);
  expect([...leftOut.keys()]).toEqual([locking.realmId, hiding.realmId]);
  expect(leftOut.get(locking.realmId)?.join()).toMatch(/^its database: .*timeout/);
  const hidden = /^of its database what its own policies hide: .*row-level security/;
  expect(leftOut.get(hiding.realmId)?.join()).toMatch(hidden);
  expect(dumped.map(({ realmId }) => realmId)).toEqual([hiding, busy, closed].map(({ realmId }) => realmId));
  expect(await Promise.all(all.map(roleOf))).toEqual(all.map((guest) => [{ open: guest !== closed, places: 5 }]));
  await sessions.disposeAsync();
  await holder.end();
  expect(await restore(all, place, dumped)).toEqual({ failed: 0, said: '' });
  // What was left out is there again as well, but empty, as its page says.
  expect(await locking.sql("select to_regclass('things') as things")).toEqual([{ things: null }]);
  await hiding.sql('alter table things no force row level security');
  expect(await hiding.sql('select n from things')).toEqual([{ n: 8 }]);
  expect(await busy.sql('select n from things')).toEqual([{ n: 7 }]);
  expect(await roleOf(closed)).toEqual([{ open: false, places: 5 }]);
});

async function sessionOf({ url }: Guest, password?: string): Promise<DatabaseClient & AsyncDisposable> {
  const address = new URL(url);
  if (password !== undefined) address.password = password;
  const client = new DatabaseClient(address.href);
  client.on('error', () => undefined);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end().catch(() => undefined) });
}
