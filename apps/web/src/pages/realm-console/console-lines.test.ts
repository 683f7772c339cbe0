import { expect, test } from 'vitest';
import { mostLines, nothingHeld, withLines } from './console-lines.ts';

const line = (n: number) => ({ n, at: n, text: `line ${n}` });

test('a jump in the numbers is what was left out, but not before the first', () => {
  const first = withLines(nothingHeld, [line(901), line(902)]);
  expect(first).toMatchObject({ missed: 0, lines: [{ missed: 0 }, { missed: 0 }] });
  const then = withLines(first, [line(903), line(1000), line(1002)]);
  expect(then.lines.map(({ missed }) => missed)).toEqual([0, 0, 0, 96, 1]);
  expect(then.missed).toBe(97);
});

test('no more is held than a page can show', () => {
  let held = nothingHeld;
  for (let from = 1; from < 100_000; from += 500) {
    held = withLines(
      held,
      Array.from({ length: 400 }, (_, index) => line(from + index)),
    );
  }
  expect(held.lines).toHaveLength(mostLines);
  expect(held.lines.at(-1)?.n).toBe(99_900);
  expect(held.missed).toBe(199 * 100);
});
