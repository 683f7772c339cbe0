import type { Language } from '@realmkeep/contract/languages';
import { expect, test } from 'vitest';

/** Every message that depends on a number, in all the forms that its language has. */

const counts = [0, 1, 2, 5, 11, 12, 21, 22, 25];
/** Which of them are said alike. */
const alike: Record<'ru' | 'pl', number[][]> = {
  ru: [
    [1, 21],
    [2, 22],
    [0, 5, 11, 12, 25],
  ],
  pl: [[1], [2, 22], [0, 5, 11, 12, 21, 25]],
};

type Text = (...values: unknown[]) => unknown;

function functionsOf(value: unknown, path: string): [path: string, text: Text][] {
  if (typeof value === 'function') return [[path, value as Text]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => functionsOf(inner, `${path}.${key}`));
}

const modules = import.meta.glob<Record<string, unknown>>('./{en,ru,pl}/*.ts', { eager: true });

/** Said of each count, with `#` for each number; only of those texts whose words depend on it. */
function messages(language: Language): Map<string, Map<number, string>> {
  const found = new Map<string, Map<number, string>>();
  for (const [file, module] of Object.entries(modules)) {
    if (!file.startsWith(`./${language}/`)) continue;
    for (const [path, text] of functionsOf(module, '')) {
      // It may be told other things first: then the number stands behind them.
      for (const before of [[], ['x'], ['x', 'y']].slice(0, Math.max(1, text.length))) {
        const said = new Map(counts.map((count) => [count, sayWith(text, before, count)]));
        const [, ...some] = said.values();
        // That nothing is there has words of its own here and there.
        if (new Set(some).size > 1) found.set(path, said);
      }
    }
  }
  return found;
}

function sayWith(text: Text, before: unknown[], count: number): string {
  try {
    return String(text(...before, count)).replaceAll(/\d+/g, '#');
  } catch {
    // It is told by something other than a number.
    return '';
  }
}

test('there are such texts', () => {
  expect(messages('en').size).toBeGreaterThan(15);
});

test.each(['ru', 'pl'] as const)('%s has its forms for every number, wherever a text depends on one', (language) => {
  const own = messages(language);
  const wrong = [...own].filter(([, said]) => {
    const forms = alike[language].map((group) => new Set(group.map((count) => said.get(count))));
    return forms.some((form) => form.size !== 1);
  });
  expect(wrong).toEqual([]);
});
