import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { commandOf, databaseOf, processesOf } from '@realmkeep/testkit/product';
import { register } from '@realmkeep/testkit/people';
import { type Attacker, startAttacker } from './attacker.ts';

let attacker: Attacker;
/** The arguments with which the program reaches the realm's own database. */
let own: [host: string, port: number, user: string, password: string, database: string];
beforeAll(async () => {
  attacker = await startAttacker();
  const params = { id: attacker.realmId };
  const { database } = await attacker.client.realmDatabaseCreate({ params });
  const { password } = await attacker.client.realmDatabasePassword({ params });
  if (!database) throw new Error('no database was made');
  own = [database.host, database.port, database.user, password, database.name];
});
afterAll(() => attacker[Symbol.asyncDispose]());

const sql = (...statements: string[]) => attacker.attack('sql.ts', ...own, ...statements);

test('a program in a realm reaches its own database as the page says, and no other', async () => {
  // The relay to a database starts soon after the database has been created.
  await expect.poll(async () => (await sql('select 1 as n')).stdout, { timeout: 60_000 }).toMatch(/done 1\n$/);
  const who = await sql(
    'create table if not exists things (n integer)',
    'insert into things values (7)',
    'select n from things',
  );
  expect(who.stdout).toMatch(/done 7\n$/);
  const [host, port, user, password] = own;
  for (const other of ['realmkeep', 'postgres', 'template1']) {
    const { stdout } = await attacker.attack('sql.ts', host, port, user, password, other, 'select 1');
    expect(stdout).toContain('fault only realm_');
    const ours = await attacker.attack('sql.ts', host, port, 'realmkeep', '', other, 'select 1');
    expect(ours.stdout).toMatch(/fault (only realm_|the database does not answer)/);
  }
});

test('and neither cluster by its own socket', async () => {
  for (const cluster of ['postgres', 'guests']) {
    const folder = `${attacker.place.dataDir}/${cluster}/socket`;
    const { stdout } = await attacker.attack('sql.ts', folder, 5432, ...own.slice(2), 'select 1');
    expect(stdout).toMatch(/fault connect (EACCES|ENOENT)/);
  }
});

const scoreOf = (pid: string) => Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'));
const childrenOf = (pid: string) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');

test('where memory is short realms die before the api, and the api before PostgreSQL', async () => {
  const { dataDir } = attacker.place;
  const scores = (pids: string[]) => [...new Set(pids.map(scoreOf))];
  const serverOf = (cluster: string) =>
    readFileSync(join(dataDir, cluster, 'cluster/postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  const running = (program: string) => processesOf(dataDir).filter((pid) => commandOf(pid).includes(program));

  const realms = running('/apps/realm-server/');
  expect(realms.length).toBeGreaterThan(1);
  expect(scores(realms)).toEqual([800]);
  // Out of memory, sessions of realms' databases are killed before their server.
  expect([scores(childrenOf(serverOf('guests'))), scoreOf(serverOf('guests'))]).toEqual([[600], 500]);
  for (const app of ['api', 'gateway', 'guests']) expect(scores(running(`/apps/${app}/dist/main.js`))).toEqual([200]);
  expect(scores([serverOf('postgres'), ...childrenOf(serverOf('postgres'))])).toEqual([0]);
});

test('whatever it does there, the product writes on', async () => {
  const product = await databaseOf(attacker.place);
  const { url } = attacker.product;
  const over = new AbortController();
  const slowest = { ms: 0 };
  async function goOn(): Promise<void> {
    while (!over.signal.aborted) {
      const since = Date.now();
      await register(url, `p${randomUUID().slice(0, 8)}`);
      await runSql(product, 'select pg_advisory_lock(1), pg_advisory_unlock(1)');
      await runSql(product, "notify anything, 'x'");
      slowest.ms = Math.max(slowest.ms, Date.now() - since);
    }
  }
  const going = goOn();
  const outcome = await Promise.all([
    sql(
      'do $$ begin for n in 1 .. 10000000 loop perform pg_advisory_lock(n); end loop; exception when others then perform pg_sleep(0); end $$',
      'select pg_sleep(5)',
    ),
    sql(
      'listen flood',
      'begin',
      "do $$ begin for n in 1 .. 2000 loop perform pg_notify('flood', n || repeat('x', 7900)); end loop; end $$",
      'select pg_sleep(5)',
    ),
    sql(
      'set statement_timeout = 0',
      "set work_mem = '2GB'",
      'select array_length(array_agg(g), 1) from generate_series(1, 100000000) g',
    ),
  ]);
  over.abort();
  await going;
  expect(outcome.map(({ stdout }) => stdout.includes('fault'))).toEqual([true, expect.any(Boolean), true]);
  expect(slowest.ms).toBeLessThan(10_000);
});
