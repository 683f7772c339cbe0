import { expect, test } from 'vitest';
import { joinPath, sizeText, sortFiles, splitPath } from './file-words.ts';

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

test.each([
  [0, 'en', '0 bytes'],
  [1023, 'en', '1,023 bytes'],
  [1536, 'en', '1.5 kB'],
  [10_485_760, 'en', '10 MB'],
  [1_610_612_736, 'pl', '1,5 GB'],
])('%i bytes in %s are %s', (bytes, locale, text) => {
  expect(sizeText(bytes, locale)).toBe(text);
});

test('a path is a folder and a name', () => {
  expect(splitPath('a/b/c')).toEqual({ folder: 'a/b', name: 'c' });
  expect(splitPath('a')).toEqual({ folder: '', name: 'a' });
  expect(joinPath('', 'a')).toBe('a');
  expect(joinPath('a/b', 'c')).toBe('a/b/c');
});
