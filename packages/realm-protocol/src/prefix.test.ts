import { expect, test } from 'vitest';
import { prefixColours, readPrefix } from './rules.ts';

test.each([
  ['King', { text: 'King', color: 'white' }],
  ['gold King', { text: 'King', color: 'gold' }],
  ['  gold   King of  hills ', { text: 'King of hills', color: 'gold' }],
  // Alone a colour is a word like any other.
  ['gold', { text: 'gold', color: 'white' }],
  ['Król Żółw', { text: 'Król Żółw', color: 'white' }],
  ['red Ёж_7!', { text: 'Ёж_7!', color: 'red' }],
  ['sixteen letters.', { text: 'sixteen letters.', color: 'white' }],
])('%j is a prefix', (line, prefix) => {
  expect(readPrefix(line)).toEqual(prefix);
});

test.each([
  '',
  'seventeen letters',
  '§4King',
  '&4King',
  'black King§l',
  'King\u0000',
  'Ki\u202eng',
  'K\u0301ing',
  '[Server]',
  '{{title}}',
  'a=b',
  '<b>',
  '"text"',
  '\u{1f451}',
  '\u200b',
])('%j is none', (line) => {
  expect(readPrefix(line)).toBeNull();
});

test('the colours are the game’s own', () => {
  for (const color of prefixColours) expect(readPrefix(`${color} King`)).toEqual({ text: 'King', color });
});
