import { afterAll, beforeAll, expect, test } from 'vitest';
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
