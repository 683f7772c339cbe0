import { expect, test } from 'vitest';
import { isPlainName } from './plain-name.ts';

test.each(['a', 'Ärger', '…', 'a b', '.hidden', 'x'.repeat(255)])('%j is a name', (name) => {
  expect(isPlainName(name)).toBe(true);
});

test.each(['', '.', '..', 'a/b', 'a\\b', 'a\nb', 'a\u2028b', '\ufffd', '\ud800', 'ä'.repeat(128)])(
  '%j is none',
  (name) => {
    expect(isPlainName(name)).toBe(false);
  },
);
