import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [0, 'en', '0 bytes'],
  [1023, 'en', '1,023 bytes'],
  [1536, 'en', '1.5 kB'],
  [10_485_760, 'en', '10 MB'],
  [1_610_612_736, 'pl', '1,5 GB'],
])('%i bytes in %s are %s', (bytes, locale, text) => {
  expect(sizeText(bytes, locale)).toBe(text);
});
