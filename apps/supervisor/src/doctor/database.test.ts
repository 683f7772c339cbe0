import { join } from 'node:path';
import { type DebianPostgres, startDebianPostgres, testCertificate } from '@realmkeep/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDatabases } from './database.ts';

/** Debian's own PostgreSQL, as an operator has it, with a certificate that it has signed itself. */
let server: DebianPostgres;
const checkout = join(import.meta.dirname, '../../../..');

async function asSuperuser(text: string): Promise<void> {
  const client = new Client(server.url);
  await client.connect();
  await client.query(text);
  await client.end();
}

beforeAll(async () => {
  server = await startDebianPostgres(testCertificate);
  await asSuperuser("create role realmkeep login password 'its own'");
  await asSuperuser('create database realmkeep owner realmkeep');
  await asSuperuser('create database "Of others"');
});
afterAll(() => server[Symbol.asyncDispose]());

const addressOf = (query = '', password = 'its own') =>
  `postgres://realmkeep:${encodeURIComponent(password)}@localhost:${server.port}/realmkeep${query}`;
const check = (named: string, own = '') =>
  checkDatabases({ checkout, values: { DATABASE_URL: own, REALM_DATABASE_URL: named } });

const own = (address: string) => check('', address);

/** Of realms' databases. */
const printed = async () => {
  const [, finding] = await check(addressOf());
  return finding?.level === 'good' ? [] : (finding?.words.match(/[A-Z]+ [^;:]+;/g) ?? [finding?.words]);
};

test('it logs in, and says why it cannot', async () => {
  const isIn = { level: 'good', words: expect.stringMatching(/lets us in \(PostgreSQL 1\d\)/) };
  expect(await own(addressOf())).toMatchObject([isIn, {}]);
  const refused = { level: 'problem', words: expect.stringContaining('password authentication failed') };
  expect(await own(addressOf('', 'wrong'))).toMatchObject([refused, {}]);
  const away = { level: 'problem', words: expect.stringContaining('ECONNREFUSED') };
  expect(await own('postgres://realmkeep@localhost:1/realmkeep')).toMatchObject([away, {}]);
});

test('the statements that it prints let databases of realms be made', async () => {
  const role = await printed();
  expect(role).toEqual(['ALTER ROLE realmkeep CREATEDB CREATEROLE;']);
  for (const statement of role) await asSuperuser(String(statement));
  const open = await printed();
  expect(open).toEqual(
    ['template1', 'postgres', 'Of others'].map((name) => `REVOKE CONNECT ON DATABASE "${name}" FROM PUBLIC;`),
  );
  for (const statement of open) await asSuperuser(String(statement));
  expect(await printed()).toEqual([]);
});

test('sslmode=require takes any certificate and says so; verify-full wants to know who signed it', async () => {
  expect(await own(addressOf('?sslmode=require'))).toMatchObject([
    { level: 'good' },
    { level: 'note', words: expect.stringContaining('does not verify who answers') },
    {},
  ]);
  expect(await own(addressOf('?sslmode=verify-full'))).toMatchObject([
    { level: 'problem', words: expect.stringContaining('sslrootcert=FILE') },
    {},
  ]);
  expect(await own(addressOf(`?sslmode=verify-full&sslrootcert=${join(server.folder, 'server.crt')}`))).toMatchObject([
    { level: 'good' },
    {},
  ]);
});
