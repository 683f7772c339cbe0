import { expect, test } from 'vitest';
import { cleanLines } from './console-text.ts';

test('colours stay, and every other control goes', () => {
  expect(cleanLines('\u001b[31mred\u001b[0m §aand green')).toEqual(['\u001b[31mred\u001b[0m §aand green']);
  expect(cleanLines('a\u001b[2Jb\u001b]0;title\u0007c\u001b[10;10Hd\u0000\u0008e\u009b31mf')).toEqual(['abcdef']);
  expect(cleanLines('\u001b[38;2;1;2;3mx\u001b')).toEqual(['\u001b[38;2;1;2;3mx']);
});

test('lines are cut, and empty ones are none', () => {
  expect(cleanLines('one\r\n\n\u0007\ntwo\rthree\n')).toEqual(['one', 'two', 'three']);
  expect(cleanLines('x'.repeat(5000))).toEqual(['x'.repeat(1000)]);
});
