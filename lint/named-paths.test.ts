import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const path = /`((?:apps|packages|e2e|bench|lint|docs|deploy|bin)\/[\w./-]+)`/g;

/** Decisions tell of their day, and may name what is gone. */
const living = ['*.md', 'docs/*.md'].flatMap((pattern) => globSync(pattern, { cwd: root }));

test.each(living)('what %s names is there', (file) => {
  const named = [...readFileSync(join(root, file), 'utf8').matchAll(path)].map(([, name = '']) => name);
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test('no folder of realm-server has more than 25 files', () => {
  const files = globSync('apps/realm-server/{src,test}/**/*.ts', { cwd: root });
  const folders = Map.groupBy(files, (file) => dirname(file));
  expect([...folders].filter(([, { length }]) => length > 25).map(([folder]) => folder)).toEqual([]);
});
