import { expect, test } from 'vitest';
import { joinPath, sortFiles, splitPath } from './file-text.ts';

const file = (name: string, bytes: number, changedAt = 0) => ({
  name,
  kind: 'file' as const,
  bytes,
  changedAt,
  version: '',
});
const folder = (name: string) => ({ ...file(name, 0), kind: 'folder' as const });

test('folders come first, and numbers in names count as numbers', () => {
  const files = [file('b10', 1), file('b9', 3), folder('z'), folder('a')];
  const names = (order: 'name' | 'bytes', down: boolean) => sortFiles(files, order, down, 'en').map(({ name }) => name);
  expect(names('name', false)).toEqual(['a', 'z', 'b9', 'b10']);
  expect(names('name', true)).toEqual(['z', 'a', 'b10', 'b9']);
  expect(names('bytes', true)).toEqual(['z', 'a', 'b9', 'b10']);
});

test('a path is a folder and a name', () => {
  expect(splitPath('a/b/c')).toEqual({ folder: 'a/b', name: 'c' });
  expect(splitPath('a')).toEqual({ folder: '', name: 'a' });
  expect(joinPath('', 'a')).toBe('a');
  expect(joinPath('a/b', 'c')).toBe('a/b/c');
});
