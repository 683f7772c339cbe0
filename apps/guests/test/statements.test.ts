import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { come, type Guest, startGuests } from './start-guests.ts';

/** Statements of one realm that PostgreSQL itself would not survive, or end. */
let guests: Awaited<ReturnType<typeof startGuests>>;
let attacker: Guest;
/** Who does no harm, and is to notice nothing. */
let neighbour: Guest;
beforeAll(async () => {
  guests = await startGuests();
  [attacker, neighbour] = [await guests.makeGuest(), await guests.makeGuest()];
});
afterAll(() => guests[Symbol.asyncDispose]());

const deep = "repeat('(', 100000) || '1' || repeat(')', 100000)";
const elements = '(select xmlelement(name r, xmlagg(xmlelement(name a))) from generate_series(1, 3000))';
test.each([
  `select xpath(${deep}, '<a/>')`,
  `select xpath(${deep}, xmlelement(name a))`,
  `select xpath_exists(${deep}, xmlelement(name a))`,
  `select * from xmltable('/a' passing xmlparse(document '<a/>') columns n text path '.')`,
  `select * from xmltable('/a' passing xmlparse(content '<a/>') columns n text path '.')`,
  `do $$ begin execute format('select * from xmltable(%L passing xmlelement(name a) columns n text)', ${deep}); end $$`,
  `select xpath('count(//a[count(//a[count(//a[count(//a) > 0]) > 0]) > 0])', ${elements})`,
])('XML is not read, so that nothing of it overflows the stack or never ends: %s', async (statement) => {
  await using client = await come(attacker);
  await using other = await come(neighbour);
  await other.query('create unlogged table if not exists kept as select 7 as n');
  await expect(client.query(statement)).rejects.toThrow(/invalid XML|could not parse XML/);
  expect(await other.query('select n from kept')).toEqual([{ n: 7 }]);
});

test('XML is still written', async () => {
  await using client = await come(attacker);
  expect(await client.query(`select xmlelement(name a, xmlattributes('x' as y), 'text')::text as xml`)).toEqual([
    { xml: '<a y="x">text</a>' },
  ]);
});

test.each([
  'pltcl',
  'plperl',
  'bool_plperl',
  'jsonb_plperl',
  'plpython3u',
  'postgres_fdw',
  'dblink',
  'xml2',
  'file_fdw',
])('there is no extension %s', async (name) => {
  await using client = await come(attacker);
  await expect(client.query(`create extension ${name} cascade`)).rejects.toThrow('is not available');
});

test('the extensions that there are work', async () => {
  await using client = await come(attacker);
  const rows = (await client.query('select name from pg_available_extensions order by 1')) as { name: string }[];
  for (const { name } of rows) await client.query(`create extension if not exists "${name}"`);
  expect(rows.map(({ name }) => name)).toHaveLength(21);
  const works = `select unaccent('Zażółć') as plain, 'a=>1'::hstore -> 'a' as value, crypt('x', crypt('x', gen_salt('bf', 4))) is not null
    as hashed, '{1,2}'::int[] @@ '1&2'::query_int as found, to_tsvector('english', 'running')::text as stem,
    encode(convert('я', 'utf8', 'win1251'), 'hex') as code, uuid_generate_v4() is not null as made`;
  const expected = { plain: 'Zazolc', value: '1', hashed: true, found: true, stem: "'run':1", code: 'ff', made: true };
  expect(await client.query(works)).toEqual([expected]);
});

/** Within it PostgreSQL looks for no interrupts: 16,000,000,000,000 comparisons. */
const endless = `select length(translate(repeat('a', 4000000), repeat('b', 4000000), 'c'))`;

/** The 19th word of proc_pid_stat(5). */
async function niceOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

test('what nothing ends keeps its realm out and gives way to others, is said once, and with too many the server starts anew', async () => {
  await using hurried = await startGuests({ statementS: 1, graceS: 1, stubborn: { sessions: 1, s: 3_600 } });
  const guest = await hurried.makeGuest();
  const client = await come(guest);
  const [row] = (await client.query('select pg_backend_pid() as pid')) as { pid: number }[];
  const pid = row?.pid ?? 0;
  void client.query(endless).catch(() => undefined);
  await becomes(() => hurried.restarts).toEqual(['1 sessions do not end']);
  expect(await niceOf(pid)).toBe(19);
  await expect(guest.connect()).rejects.toThrow('took what all share');
  await using other = await come(await hurried.makeGuest());
  expect(await other.query('select 1 as n')).toEqual([{ n: 1 }]);
  const lines = hurried.said.map((line) => JSON.parse(line) as { session?: number; does?: string });
  const said = lines.filter(({ session }) => session === pid).map(({ does = 'does not end' }) => does);
  expect(said).toEqual(['cancel', 'end', 'does not end']);
  // It can be stopped all the same: the next start recovers what was committed.
  await hurried.cluster.stop();
});
