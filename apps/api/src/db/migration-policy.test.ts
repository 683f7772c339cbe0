import { expect, test } from 'vitest';
import { assertCompatible, type Migration, migrationPlan, missingOf, needsOf } from './migration-policy.ts';

const migration = (name: string, needs: string | null = null): Migration => ({ name, sha256: name, needs });
const old = migration('0001-old.sql');
const adds = migration('0002-adds.sql');
const takes = migration('0003-takes.sql', '0002-adds.sql');
const all = [old, adds, takes];
const names = ({ next, left }: Record<'next' | 'left', Migration[]>) =>
  [next, left].map((some) => some.map(({ name }) => name));

test('what is taken away says what a program must know to do without it', () => {
  expect(needsOf('-- Why.\n-- contract: needs 0002-adds.sql\nalter table a drop column b;')).toBe('0002-adds.sql');
  expect(needsOf('-- In a contract: needs 0002-adds.sql\n')).toBe(null);
});

test('alone everything is applied; beside others, what they may use is left until they are new; of a copy what it had', () => {
  expect(names(migrationPlan(all, [old], { beside: false }))).toEqual([[adds.name, takes.name], []]);
  expect(names(migrationPlan(all, [old], { beside: true }))).toEqual([[adds.name], [takes.name]]);
  expect(names(migrationPlan(all, [old, adds], { beside: true }))).toEqual([[takes.name], []]);
  expect(names(migrationPlan(all, [], { beside: false, only: [old.name, takes.name] }))).toEqual([
    [old.name, takes.name],
    [],
  ]);
  expect(() => migrationPlan([old], [], { beside: false, only: [adds.name] })).toThrow('no migration 0002-adds.sql');
});

test('a program waits for what it needs, and not for what it does without', () => {
  expect(missingOf(all, [old])).toEqual([adds.name]);
  expect(missingOf(all, [old, adds])).toEqual([]);
});

test('a program works with a newer schema until something is taken away that it may use', () => {
  expect(() => assertCompatible([old], [old, adds])).not.toThrow();
  expect(() => assertCompatible([old, adds], all)).not.toThrow();
  expect(() => assertCompatible([old], all)).toThrow('newer than this program can work with: it has 0003-takes.sql');
  expect(() => assertCompatible([old], [{ ...old, sha256: 'another' }])).toThrow('0001-old.sql was changed');
});
