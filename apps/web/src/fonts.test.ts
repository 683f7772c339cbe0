import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8');

/** What our own files hold, by their names. */
const held = new Map(
  [...css.matchAll(/'\.\/fonts\/([\w-]+)\.woff2'[^}]*unicode-range:([^;]+);/g)].map(([, name = '', ranges = '']) => [
    name,
    new Set(ranges.split(',').flatMap(codes)),
  ]),
);

/** @param range as `U+0104-0107` */
function codes(range: string): number[] {
  const [first = 0, last = first] = range
    .trim()
    .slice(2)
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

test.each([
  ['en', ['english']],
  ['ru', ['english', 'russian']],
  ['pl', ['english', 'polish']],
])('the small fonts have every letter of the texts in %s', (language, parts) => {
  const files = globSync(`i18n/${language}/*.ts`, { cwd: import.meta.dirname });
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('');
  expect(texts.length).toBeGreaterThan(50_000);
  const letters = [...new Set(texts)].filter((letter) => /[\p{L}\p{N}\p{P}\p{Zs}]/u.test(letter));
  for (const face of ['onest', 'unbounded']) {
    const fonts = parts.map((part) => `${face}-${part}`);
    expect(fonts.filter((font) => !existsSync(join(import.meta.dirname, `fonts/${font}.woff2`)))).toEqual([]);
    expect(letters.filter((letter) => !fonts.some((font) => held.get(font)?.has(letter.codePointAt(0) ?? 0)))).toEqual(
      [],
    );
  }
});
