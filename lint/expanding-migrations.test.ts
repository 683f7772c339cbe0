import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractionsOf, firstExpanding } from './expanding-migrations.ts';

const folder = join(import.meta.dirname, '../apps/api/migrations');

test('after each migration programs of the release before work on, or it says what they must know', () => {
  const names = readdirSync(folder).filter((name) => name >= firstExpanding);
  const found = names.map((name) => [name, contractionsOf(readFileSync(join(folder, name), 'utf8'))] as const);
  expect(found.filter(([, contractions]) => contractions.length > 0)).toEqual([]);
});

test.each([
  'drop table coins;',
  'alter table coins drop column amount;',
  'alter table coins\n  rename column amount to sum;',
  'alter table coins rename to money;',
  'alter table coins alter column amount type bigint;',
  'alter table coins alter amount set data type bigint;',
  'alter table coins alter column amount set not null;',
  'alter table coins alter column amount drop default;',
  'alter table coins add column sum integer not null;',
  'alter table coins add column sum integer default 0, add column kind text not null;',
  'alter table coins add constraint coins_sum check (sum > 0);',
  'create unique index coins_sum on coins (sum);',
  'alter table coins drop constraint coins_sum, add constraint coins_kind check (sum < 9);',
])('refused: %s', (text) => {
  expect(contractionsOf(text)).not.toEqual([]);
  expect(contractionsOf(`-- contract: needs 0077-before.sql\n${text}`)).toEqual([]);
});

test.each([
  'create table coins (id uuid primary key, amount integer not null); create unique index coins_amount on coins (amount);',
  'create table coins (id uuid primary key); alter table coins add constraint coins_id check (id is not null);',
  "alter table coins add column sum integer not null default 0, add column kind text not null default 'not null';",
  'alter table coins add column sum integer;',
  'create index coins_sum on coins (sum);',
  'alter table coins drop constraint coins_sum, add constraint coins_sum check (sum < 9);',
  '-- drop table coins;\ncreate function f() returns void language sql as $$ drop table coins; $$;',
])('allowed: %s', (text) => {
  expect(contractionsOf(text)).toEqual([]);
});
