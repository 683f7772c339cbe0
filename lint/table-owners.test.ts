import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tablesWritten, tableWriters, unnamed } from './table-owners.ts';

test('each table is written by the files of one group', async () => {
  const writers = await tableWriters('apps/api/src', fileURLToPath(new URL('..', import.meta.url)));
  // What is looked for is found.
  expect(Object.fromEntries(writers)).toMatchObject({
    users: new Set(['domains/identity']),
    entries: new Set(['domains/coins']),
    migrations: new Set(['db']),
  });
  expect([...writers].filter(([table, groups]) => table === unnamed || groups.size > 1)).toEqual([]);
});

test.each([
  ["db.insertInto('users').values(user)", 'users'],
  ["db\n  .updateTable('realms as r')\n  .set(changes)", 'realms'],
  ["tx.deleteFrom('sessions')", 'sessions'],
  ['sql`insert into migrations (version) values (1)`', 'migrations'],
  ['sql`update maps set name = 1`', 'maps'],
  ['sql`update maps as m set name = 1`', 'maps'],
  ['sql`delete from kernel_jars where id = 1`', 'kernel_jars'],
  ['sql`delete from ${sql.table(table)}`', unnamed],
  ['db.insertInto(table)', unnamed],
])('a write is seen in %s', (source, table) => {
  expect([...tablesWritten(source)]).toEqual([table]);
});

test.each([
  "db.selectFrom('users').forUpdate()",
  'sql`… on conflict do update set name = 1`',
  'sql`select … for update of r`',
])('none is seen in %s', (source) => {
  expect([...tablesWritten(source)]).toEqual([]);
});
