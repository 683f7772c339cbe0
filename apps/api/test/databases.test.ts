import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RealmDatabase } from '@realmkeep/contract';
import { becomes } from '@realmkeep/testkit/becomes';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { writeDoors } from '../src/domains/databases/database-doors.ts';
import { databasesWatch } from '../src/domains/databases/databases-watch.ts';
import { enterEvents } from './event-sockets.ts';
import { freshAddress, makeUser, realmBody, type TestUser } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  await sql("update realm_databases set state = 'deleting'");
  await databasesWatch(api.app.ctx);
  await api[Symbol.asyncDispose]();
});

const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);
/** Runs SQL on the server of realms' databases. */
const there = (text: string, values: unknown[] = []) => runSql(inject('guestsUrl'), text, values);
const nameOf = (id: string) => `realm_${id.replaceAll('-', '')}`;
const mebibytes = (count: number) =>
  `insert into filler select repeat('x', 1000) from generate_series(1, ${Math.round(count * 1024)})`;

async function makeRealm({ client }: TestUser): Promise<string> {
  const address = freshAddress();
  return (await client.realmCreate({ body: realmBody('My Castle', address) })).id;
}

type Shown = NonNullable<RealmDatabase['database']>;

async function make({ client }: TestUser, id: string): Promise<Shown> {
  return (await client.realmDatabaseCreate({ params: { id } })).database as Shown;
}

/** The URL to which the realm's relay leads. @param other another database than the realm's */
async function urlOf({ client }: TestUser, id: string, other?: string): Promise<string> {
  const { database } = await client.realmDatabase({ params: { id } });
  const { password } = await client.realmDatabasePassword({ params: { id } });
  const url = new URL(inject('guestsUrl'));
  Object.assign(url, { username: database?.user, password, pathname: `/${other ?? database?.name}` });
  return url.href;
}

/** A persistent connection that knows whether it is open. */
async function connect(url: string): Promise<{ client: Client; isOpen: () => boolean }> {
  const client = new Client({ connectionString: url });
  let open = true;
  client.on('error', () => (open = false));
  client.on('end', () => (open = false));
  await client.connect();
  return { client, isOpen: () => open };
}

const left = async (id: string) =>
  there(
    'select datname as name from pg_database where datname = $1 union all select rolname from pg_roles where rolname = $1',
    [nameOf(id)],
  );

describe('a database', () => {
  test('is made, reached by what is shown, and its role reaches nothing else', async () => {
    const [owner, other] = await Promise.all([makeUser(api), makeUser(api)]);
    const [id, otherId] = [await makeRealm(owner), await makeRealm(other)];
    const before = await owner.client.realmDatabase({ params: { id } });
    expect(before).toEqual({ available: true, limitBytes: 64 * 2 ** 20, connections: 5, database: null });
    const { heard } = await enterEvents(api, owner.tokens.token);
    const shown = await make(owner, id);
    expect(shown).toMatchObject({ state: 'ready', server: 'guests', access: 'writable', user: nameOf(id) });
    // The address that programs in the realm use.
    expect(shown.jdbcUrl).toBe(`jdbc:postgresql://127.0.0.1:5432/${nameOf(id)}`);
    const doors = JSON.parse(await readFile(join(api.config.dataDir, 'guests/doors.json'), 'utf8')) as unknown[];
    const closedAboveBytes = 128 * 2 ** 20;
    expect(doors).toContainEqual({ realmId: id, name: nameOf(id), server: 'guests', closedAboveBytes });
    await becomes(() => heard).toContainEqual({ type: 'realmChanged', id });
    await make(other, otherId);

    const url = await urlOf(owner, id);
    await runSql(url, 'create table things (n integer)');
    await runSql(url, 'create schema plugin');
    await runSql(url, 'insert into things values (7)');
    await expect(runSql(url, 'select n from things')).resolves.toEqual([{ n: 7 }]);

    for (const name of ['realmkeep', 'postgres', 'template1', nameOf(otherId)]) {
      await expect(runSql(await urlOf(owner, id, name), 'select 1')).rejects.toThrow(
        /no pg_hba.conf entry|permission denied/,
      );
    }
    // Nor could it connect if it reached the database.
    const may = `select datname from pg_database where has_database_privilege($1, oid, 'connect') and datname = any($2)`;
    await expect(
      there(may, [nameOf(id), ['realmkeep', nameOf(id), nameOf(otherId), 'postgres', 'template1']]),
    ).resolves.toEqual([{ datname: nameOf(id) }]);
    // The product's own server has no such role.
    await expect(sql("select from pg_roles where rolname like 'realm\\_%'")).resolves.toEqual([]);
    await expect(
      there(
        'select rolsuper, rolcreatedb, rolcreaterole, rolinherit, rolreplication, rolbypassrls, rolconnlimit from pg_roles where rolname = $1',
        [nameOf(id)],
      ),
    ).resolves.toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolinherit: false,
        rolreplication: false,
        rolbypassrls: false,
        rolconnlimit: 5,
      },
    ]);
    for (const refused of [
      'create role another',
      'create database another',
      `alter database ${nameOf(id)} set default_transaction_read_only = off`,
      `drop database ${nameOf(otherId)}`,
      `alter role ${nameOf(otherId)} password 'mine'`,
      'set role realmkeep',
      "copy (select 1) to '/tmp/never'",
      "select pg_read_file('postgresql.conf')",
    ]) {
      await expect(runSql(url, refused)).rejects.toThrow(/permission denied|must be|cannot drop|not allowed/);
    }
    const many = await Promise.allSettled(Array.from({ length: 8 }, () => connect(url)));
    const connected = many.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    for (const { client } of connected) await client.end();
    expect(connected).toHaveLength(5);
  });

  test('is one, however many are asked for at once', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => make(owner, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refusals).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ code: 'database_exists' })));
    await runSql(await urlOf(owner, id), 'create table things ()');
  });

  test('is seen by partners without its password, and by strangers not at all', async () => {
    const [owner, partner, stranger] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api), makeUser(api)]);
    const id = await makeRealm(owner);
    await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
    await make(partner, id);
    const params = { id };
    await expect(partner.client.realmDatabase({ params })).resolves.toMatchObject({ database: { name: nameOf(id) } });
    const [forbidden, unknown] = [
      { status: 403, code: 'forbidden' },
      { status: 404, code: 'realm_unknown' },
    ];
    await expect(partner.client.realmDatabasePassword({ params })).rejects.toMatchObject(forbidden);
    await expect(partner.client.realmDatabaseRotate({ params })).rejects.toMatchObject(forbidden);
    await expect(partner.client.realmDatabaseDelete({ params })).rejects.toMatchObject(forbidden);
    await expect(stranger.client.realmDatabase({ params })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmDatabaseCreate({ params })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmDatabasePassword({ params })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmDatabaseRotate({ params })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmDatabaseDelete({ params })).rejects.toMatchObject(unknown);
  });

  test('gets another password, which ends what was connected by the old; who looks is written down, and not too often', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const params = { id };
    const none = { status: 404, code: 'database_unknown' };
    await expect(owner.client.realmDatabasePassword({ params })).rejects.toMatchObject(none);
    await expect(owner.client.realmDatabaseRotate({ params })).rejects.toMatchObject(none);
    await make(owner, id);
    const old = await urlOf(owner, id);
    const { isOpen } = await connect(old);
    await owner.client.realmDatabaseRotate({ params });
    await becomes(isOpen).toBe(false);
    await expect(runSql(old, 'select 1')).rejects.toThrow('password authentication failed');
    await expect(runSql(await urlOf(owner, id), 'select 1 as n')).resolves.toEqual([{ n: 1 }]);
    // A change that was interrupted before it reached the server.
    await there(`alter role ${nameOf(id)} password 'of before'`);
    await sql('update realm_databases set is_password_set = false where realm_id = $1', [id]);
    await databasesWatch(api.app.ctx);
    await expect(runSql(await urlOf(owner, id), 'select 1 as n')).resolves.toEqual([{ n: 1 }]);
    const { items } = await owner.client.realmActivity({ params, query: { kind: 'DATABASES' } });
    const told = items.map(({ action, actor, count }) => ({ action, actor, count }));
    const did = { databaseCreate: 1, databasePassword: 3, databaseRotate: 1 };
    expect(told.toSorted((one, other) => one.action.localeCompare(other.action))).toEqual(
      Object.entries(did).map(([action, count]) => ({ action, actor: owner.nickname, count })),
    );
    // The operators' log, which is kept for ever, has nothing of it.
    expect(await sql('select 1 from audit_log where subject_id = $1', [id])).toEqual([]);
    const looks = Array.from({ length: 20 }, () => owner.client.realmDatabasePassword({ params }));
    const limited = (await Promise.allSettled(looks)).flatMap((look) =>
      look.status === 'rejected' ? [look.reason as unknown] : [],
    );
    expect(limited.length).toBeGreaterThan(0);
    expect(limited).toEqual(limited.map(() => expect.objectContaining({ code: 'rate_limited' })));
  });

  test('is only read above its limit, closed above twice that, and written again below', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    await make(owner, id);
    const access = async () => {
      await databasesWatch(api.app.ctx);
      return (await owner.client.realmDatabase({ params: { id } })).database?.access;
    };
    const url = await urlOf(owner, id);
    await runSql(url, 'create table filler (text text)');
    await runSql(url, mebibytes(60));
    const { isOpen } = await connect(url);
    await expect(access()).resolves.toBe('read_only');
    await becomes(isOpen).toBe(false);
    await expect(runSql(url, 'insert into filler values (1)')).rejects.toThrow('read-only transaction');
    await expect(runSql(url, 'select count(*)::integer as n from filler')).resolves.toHaveLength(1);
    await runSql(url, 'begin read write; truncate filler; commit');
    await expect(access()).resolves.toBe('writable');
    await runSql(url, mebibytes(120));
    // A session that keeps the role's own row locked does not keep it open.
    const holder = await connect(url);
    await holder.client.query('begin');
    await holder.client.query(`alter role current_user set work_mem = '4MB'`);
    await expect(access()).resolves.toBe('closed');
    await expect(runSql(url, 'select 1')).rejects.toThrow('not permitted to log in');
    await sql("update users set tier = 'ZOMBIE' where id = $1", [owner.id]);
    await expect(access()).resolves.toBe('writable');
    await runSql(url, 'insert into filler values (1)');
  });
});

describe('of a database nothing is left', () => {
  test('when its owner deletes it, whoever is connected, and they may create another', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    await make(owner, id);
    const { isOpen } = await connect(await urlOf(owner, id));
    await expect(owner.client.realmDatabaseDelete({ params: { id } })).resolves.toMatchObject({ database: null });
    await becomes(isOpen).toBe(false);
    await expect(left(id)).resolves.toEqual([]);
    const none = { status: 404, code: 'database_unknown' };
    await expect(owner.client.realmDatabaseDelete({ params: { id } })).rejects.toMatchObject(none);
    await make(owner, id);
    await expect(left(id)).resolves.toHaveLength(2);
  });

  test('whatever others have granted to its role, which then stays without a login', async () => {
    const [owner, other] = [await makeUser(api), await makeUser(api)];
    const [id, otherId] = [await makeRealm(owner), await makeRealm(other)];
    await Promise.all([make(owner, id), make(other, otherId)]);
    await runSql(await urlOf(other, otherId), `create schema mine; grant usage on schema mine to ${nameOf(id)}`);
    await expect(owner.client.realmDatabaseDelete({ params: { id } })).resolves.toMatchObject({ database: null });
    await expect(
      there(
        'select rolcanlogin from pg_roles where rolname = $1 and not exists (select from pg_database where datname = $1)',
        [nameOf(id)],
      ),
    ).resolves.toEqual([{ rolcanlogin: false }]);
    await make(owner, id);
    await runSql(await urlOf(owner, id), 'create table again (text text)');
    await owner.client.realmDatabaseDelete({ params: { id } });
    await expect(left(id)).resolves.toHaveLength(1);
    // The grant goes with the database that it was made in.
    await other.client.realmDatabaseDelete({ params: { id: otherId } });
    await expect(left(id)).resolves.toEqual([]);
  });

  test('later, when a session there does not end, and its owner is told so', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    await make(owner, id);
    const { client } = await connect(await urlOf(owner, id));
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const params = { id };
    process.kill(pid, 'SIGSTOP');
    try {
      const deleting = { database: { state: 'deleting' } };
      await expect(owner.client.realmDatabaseDelete({ params })).resolves.toMatchObject(deleting);
      await expect(owner.client.realmDatabase({ params })).resolves.toMatchObject(deleting);
      const doors = await readFile(join(api.app.ctx.config.dataDir, 'guests/doors.json'), 'utf8');
      expect(doors).not.toContain(id);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await databasesWatch(api.app.ctx);
    await expect(owner.client.realmDatabase({ params })).resolves.toMatchObject({ database: null });
    await expect(left(id)).resolves.toEqual([]);
  });

  test('when its realm is deleted, also where the row of that is gone', async () => {
    const owner = await makeUser(api, 'ZOMBIE');
    const ids = [await makeRealm(owner)];
    const address = freshAddress();
    ids.push((await owner.client.realmCreate({ body: realmBody('My Second', address) })).id);
    for (const id of ids) {
      await make(owner, id);
      await owner.client.realmDelete({ params: { id } });
    }
    await becomes(() => sql('select id from realms where id = any($1)', [ids])).toEqual([]);
    await databasesWatch(api.app.ctx);
    for (const id of ids) await expect(left(id)).resolves.toEqual([]);
    await expect(sql('select realm_id from realm_databases where realm_id = any($1)', [ids])).resolves.toEqual([]);
  });

  test('when its making or deleting was cut off, or it is finished', async () => {
    const owner = await makeUser(api, 'ZOMBIE');
    const id = await makeRealm(owner);
    await make(owner, id);
    await sql(
      "update realm_databases set state = 'creating', created_at = now() - interval '1 minute' where realm_id = $1",
      [id],
    );
    await there(`drop database ${nameOf(id)}`);
    await databasesWatch(api.app.ctx);
    await expect(owner.client.realmDatabase({ params: { id } })).resolves.toMatchObject({
      database: { state: 'ready' },
    });
    await runSql(await urlOf(owner, id), 'create table things ()');

    await sql("update realm_databases set state = 'deleting' where realm_id = $1", [id]);
    await there(`drop database ${nameOf(id)}`);
    await databasesWatch(api.app.ctx);
    await expect(left(id)).resolves.toEqual([]);
    await expect(owner.client.realmDatabase({ params: { id } })).resolves.toMatchObject({ database: null });
  });
});

test('one of before is taken from the copy once its role gets into that, and stays where it is otherwise', async () => {
  const carrying = await startTestApi({ environment: { GUESTS_CARRY_OVER: 'true' } });
  const [moved, kept] = [await makeUser(carrying), await makeUser(carrying)];
  const [movedId, keptId] = [await makeRealm(moved), await makeRealm(kept)];
  await make(moved, movedId);
  await make(kept, keptId);
  const product = (text: string, values: unknown[] = []) => runSql(carrying.config.databaseUrl, text, values);
  for (const id of [movedId, keptId]) {
    await product(`create role ${nameOf(id)} login password 'of before'`);
    await product(`create database ${nameOf(id)}`);
  }
  await product("update realm_databases set server = 'product'");
  await there(`drop database ${nameOf(keptId)}`);
  await databasesWatch(carrying.app.ctx);
  const servers = await product('select realm_id, server from realm_databases order by server');
  expect(servers).toEqual([
    { realm_id: movedId, server: 'guests' },
    { realm_id: keptId, server: 'product' },
  ]);
  const names = "select datname as name from pg_database where datname like 'realm\\_%' and datname = any($1)";
  await expect(product(names, [[nameOf(movedId), nameOf(keptId)]])).resolves.toEqual([{ name: nameOf(keptId) }]);
  await runSql(await urlOf(moved, movedId), 'create table things ()');
  await product("update realm_databases set state = 'deleting'");
  await databasesWatch(carrying.app.ctx);
  await carrying[Symbol.asyncDispose]();
});

test('doors are written down again once they can be, also by several processes at once', async () => {
  const file = join(api.config.dataDir, 'guests/doors.json');
  await mkdir(`${file}.new`, { recursive: true });
  await expect(writeDoors(api.app.ctx)).rejects.toThrow('EISDIR');
  await rmdir(`${file}.new`);
  await writeDoors(api.app.ctx);
  const written = await readFile(file, 'utf8');
  // Another process shares no variables with this one.
  const others = Array.from({ length: 6 }, async (_, n) => {
    const other: unknown = await import(`../src/domains/databases/database-doors.ts?${n}`);
    return (other as { writeDoors: typeof writeDoors }).writeDoors;
  });
  await Promise.all((await Promise.all(others)).map((write) => write(api.app.ctx)));
  expect(await readFile(file, 'utf8')).toBe(written);
});
