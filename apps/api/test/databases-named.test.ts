import { Writable } from 'node:stream';
import { startDebianPostgres, testCertificate } from '@realmkeep/postgres';
import { expect, test } from 'vitest';
import { makeAdmin } from './people-money.ts';
import { freshAddress, makeUser, realmBody } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi } from './start-test-api.ts';

test("on a stock server of Debian's databases are promised once they can be made, and operators see by what", async () => {
  await using server = await startDebianPostgres(testCertificate);
  const superuser = (text: string) => runSql(server.url, text);
  await superuser("create role realmkeep login password 'its own'");
  await superuser('create database realmkeep owner realmkeep');
  const named = `postgres://realmkeep:its%20own@localhost:${server.port}/realmkeep?sslmode=require`;
  const lines: string[] = [];
  const logTo = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) });
  const said = () => lines.flatMap((line) => /"msg":"([^"]*databases for realms can[^"]*)"/.exec(line)?.[1] ?? []);
  await using api = await startTestApi({ environment: { REALM_DATABASE_URL: named, LOG_LEVEL: 'warn' }, logTo });
  const [owner, admin] = [await makeUser(api), await makeAdmin(api)];
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', address) });
  const params = { id };
  const promised = async () => (await owner.client.realmDatabase({ params })).available;
  const problem = async () => (await admin.client.adminMachine()).databases.problem;

  await expect(promised()).resolves.toBe(false);
  await expect(owner.client.realmDatabaseCreate({ params })).rejects.toMatchObject({ code: 'database_unavailable' });
  await expect(problem()).resolves.toMatchObject({ statements: ['ALTER ROLE realmkeep CREATEDB CREATEROLE;'] });
  await superuser('alter role realmkeep createdb createrole');
  await expect.poll(async () => (await problem())?.statements.length, { interval: 200 }).toBe(2);
  const found = await problem();
  expect(found?.statements).toEqual([
    'REVOKE CONNECT ON DATABASE "template1" FROM PUBLIC;',
    'REVOKE CONNECT ON DATABASE "postgres" FROM PUBLIC;',
  ]);
  for (const statement of found?.statements ?? []) await superuser(statement);
  await expect.poll(promised, { interval: 200 }).toBe(true);
  await expect(problem()).resolves.toBeNull();
  // Nothing is left of the trials.
  await expect(superuser("select datname from pg_database where datname like 'realm\\_%'")).resolves.toEqual([]);
  await expect(superuser("select rolname from pg_roles where rolname like 'realm\\_%'")).resolves.toEqual([]);

  const { database } = await owner.client.realmDatabaseCreate({ params });
  expect(database).toMatchObject({ state: 'ready', server: 'named' });
  const { password } = await owner.client.realmDatabasePassword({ params });
  const own = `postgres://${database?.user}:${password}@localhost:${server.port}/${database?.name}?sslmode=require`;
  await runSql(own, 'create table things as select 7 as n');

  // A database from before is reported to its owner and to operators.
  await runSql(api.config.databaseUrl, "update realm_databases set server = 'product' where realm_id = $1", [id]);
  await expect(owner.client.realmDatabase({ params })).resolves.toMatchObject({ database: { server: 'product' } });
  await expect(admin.client.adminMachine()).resolves.toMatchObject({ databases: { server: 'named', ofBefore: 1 } });
  await runSql(api.config.databaseUrl, "update realm_databases set server = 'named' where realm_id = $1", [id]);

  // A database that somebody opens later is noticed when the next one is created, which is then refused; existing ones go on.
  await superuser('create database later');
  const next = await makeUser(api);
  const { id: nextId } = await next.client.realmCreate({ body: realmBody('Another', freshAddress()) });
  const refused = { status: 503, code: 'database_unavailable' };
  await expect(next.client.realmDatabaseCreate({ params: { id: nextId } })).rejects.toMatchObject(refused);
  await expect(problem()).resolves.toMatchObject({ statements: ['REVOKE CONNECT ON DATABASE "later" FROM PUBLIC;'] });
  const words = "realms' roles would get into databases of others";
  expect(said()).toEqual([
    'no databases for realms can be made: our role there may not make databases for realms',
    `no databases for realms can be made: ${words}`,
    'databases for realms can be made again',
    `no databases for realms can be made: ${words}`,
  ]);
  await expect(runSql(own, 'select n from things')).resolves.toEqual([{ n: 7 }]);
});

test('where databases of before could not be carried over none is made in their place, and it is said', async () => {
  await using api = await startTestApi({ environment: { GUESTS_MISSING: 'the disk is full' } });
  const [owner, admin] = [await makeUser(api), await makeAdmin(api)];
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  const params = { id };
  await expect(owner.client.realmDatabase({ params })).resolves.toMatchObject({ available: false });
  const refused = { status: 503, code: 'database_unavailable' };
  await expect(owner.client.realmDatabaseCreate({ params })).rejects.toMatchObject(refused);
  await expect(admin.client.adminMachine()).resolves.toMatchObject({
    databases: { server: 'guests', problem: { words: 'the disk is full' } },
  });
});

test('a named server that is away is a problem in words, and no fault of the page', async () => {
  const named = 'postgres://realmkeep@localhost:1/realmkeep';
  await using api = await startTestApi({ environment: { REALM_DATABASE_URL: named } });
  const [owner, admin] = [await makeUser(api), await makeAdmin(api)];
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  await expect(owner.client.realmDatabase({ params: { id } })).resolves.toMatchObject({ available: false });
  await expect(admin.client.adminMachine()).resolves.toMatchObject({
    databases: { server: 'named', problem: { words: expect.stringContaining('ECONNREFUSED'), statements: [] } },
  });
});
