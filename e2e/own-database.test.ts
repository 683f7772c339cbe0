import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@realmkeep/contract';
import { type DebianPostgres, startDebianPostgres, testCertificate } from '@realmkeep/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { interrupt, type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { launchBrowser } from '@realmkeep/testkit/browser';
import { createRealm, keepTokens, linkChat, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { endProduct, emptyPlace } from '@realmkeep/testkit/place';

/** The product on Debian's PostgreSQL over TLS: its own database and those of its realms. */

const scripts = join(import.meta.dirname, '../apps/api/scripts');
let server: DebianPostgres;
let place: Place;
let product: Product;

const superuser = (text: string) => runSql(server.url, text);
/** @param database the name of the database and of its role */
const addressOf = (database: string, query: string) =>
  `postgres://${database.slice(0, 4)}:its%20own@localhost:${server.port}/${database}?${query}`;
const environment = (generation: string) => ({
  DATABASE_URL: addressOf(`main${generation}`, 'sslmode=require'),
  REALM_DATABASE_URL: addressOf(
    `side${generation}`,
    `sslmode=verify-full&sslrootcert=${join(server.folder, 'server.crt')}`,
  ),
});

beforeAll(async () => {
  server = await startDebianPostgres(testCertificate);
  await superuser("create role main login password 'its own'");
  await superuser("create role side login createdb createrole password 'its own'");
  for (const database of ['main1', 'side1', 'main2', 'side2']) {
    await superuser(`create database ${database} owner ${database.slice(0, 4)}`);
    await superuser(`revoke connect on database ${database} from public`);
  }
  place = await emptyPlace();
  product = startProduct(place, manyPlayers, environment('1'));
  await product.started;
});

afterAll(async () => {
  await endProduct(product, place);
  await server[Symbol.asyncDispose]();
});

test('operators see on their page what the server lacks for realms’ databases, and that it is mended', async () => {
  await register(product.url, 'Warden_1');
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...environment('1') };
  await promisify(execFile)(process.execPath, [join(scripts, 'admin.ts'), 'grant', 'Warden_1'], { env });
  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await keepTokens(page, product.url, await logIn(product.url, 'Warden_1'));
    await page.goto(`${product.url}/admin/machine`);
    await page.getByText('No databases can be created for servers').waitFor();
    const statements = (await page.locator('pre').innerText()).split('\n');
    expect(statements).toHaveLength(2);
    for (const statement of statements) await superuser(statement);
    const mended = async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Machine' }).waitFor();
      return await page.getByText(/No databases can be created|Servers can have databases/).innerText();
    };
    await becomes(mended).toBe('Servers can have databases');
  } finally {
    await browser.close();
  }
});

test('it runs there, realms reach their databases by their doors, and bin/backup and bin/restore keep both', async () => {
  await register(product.url, 'Keeper_1');
  const { token } = await logIn(product.url, 'Keeper_1');
  await linkChat(product.url, token, 'Keeper_1');
  const id = await createRealm(product.url, token, 'kept');
  const params = { id };
  const clientOf = () => createClient({ baseUrl: `${product.url}/api`, token: async () => token });
  const { database } = await clientOf().realmDatabaseCreate({ params });
  expect(database).toMatchObject({ server: 'named', state: 'ready' });
  const { password } = await clientOf().realmDatabasePassword({ params });
  const door = () => encodeURIComponent(join(place.dataDir, 'guests/doors', id));
  const own = (text: string) => runSql(`postgres://${database?.user}:${password}@${door()}/${database?.name}`, text);
  await becomes(() => own('create table if not exists things as select 7 as n').then(() => 'made', String)).toBe(
    'made',
  );
  // A hostile database: code that a restore would run, and rows hidden from pg_dump.
  await own(`create function refuse(n int) returns boolean language plpgsql as $$ begin
      if current_setting('application_name') = 'pg_restore' then raise exception 'no'; end if;
      return true;
    end $$;
    create table bait as select 7 as n;
    alter table bait add check (public.refuse(n));
    create table hidden as select 7 as n;
    create policy none on hidden using (false);
    alter table hidden enable row level security;
    alter table hidden force row level security`);
  const encrypted = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
  expect(await own(encrypted)).toEqual([{ ssl: true }]);
  const users = (generation: string) => runSql(environment(generation).DATABASE_URL, 'select * from users order by id');
  const was = await users('1');
  expect(was).toHaveLength(2);

  const run = (generation: string, script: string, ...args: string[]) => {
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...environment(generation) };
    return promisify(execFile)(process.execPath, [join(scripts, script), ...args, '--data-dir', place.dataDir], {
      env,
    });
  };
  const copies = join(dirname(place.dataDir), 'copies');
  const lacks = { code: 2, stderr: expect.stringContaining('of its database what its own policies hide') };
  await expect(run('1', 'backup.ts', copies)).rejects.toMatchObject(lacks);
  interrupt(product);
  await product.ended;
  await rm(place.dataDir, { recursive: true });
  // The machine is lost, and its database server with it.
  await superuser(`drop database ${database?.name}`);
  await superuser(`drop role ${database?.user}`);
  const [name = ''] = await readdir(copies);
  const failed = { code: 2, stderr: expect.stringContaining(`The database of realm ${id} is not whole`) };
  await expect(run('2', 'restore.ts', join(copies, name))).rejects.toMatchObject(failed);
  expect(existsSync(join(place.dataDir, 'realms', id))).toBe(true);
  product = startProduct(place, manyPlayers, environment('2'));
  await product.started;

  expect(await users('2')).toEqual(was);
  await becomes(() => own('select n from things').catch(String)).toEqual([{ n: 7 }]);
  expect(await own(encrypted)).toEqual([{ ssl: true }]);
  expect(await own('select from bait')).toEqual([]);
});
