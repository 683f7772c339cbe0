import { expect, test } from 'vitest';
import { ConsoleRing } from './console-ring.ts';

function filled(count: number, text = 'x'): ConsoleRing {
  const ring = new ConsoleRing();
  for (let n = 1; n <= count; n += 1) ring.push({ n, at: n, text });
  return ring;
}
const numbers = (ring: ConsoleRing, n: number, characters?: number) => ring.after(n, characters).map((line) => line.n);

test('keeps the last thousand lines, however many come', () => {
  for (const count of [1001, 1999, 2000, 2001, 123_456]) {
    const ring = filled(count);
    expect(ring.end).toBe(count);
    expect(numbers(ring, 0)).toEqual(Array.from({ length: 1000 }, (_, index) => count - 999 + index));
  }
});

test('keeps fewer lines where they are long', () => {
  const ring = filled(5000, 'y'.repeat(1000));
  expect(ring.after(0)).toHaveLength(262);
  expect(ring.after(0).at(-1)?.n).toBe(5000);
});

test('tells what comes after a line, also where there is a gap', () => {
  const ring = filled(10);
  ring.push({ n: 50, at: 1, text: 'after a gap' });
  expect(numbers(ring, 8)).toEqual([9, 10, 50]);
  expect(numbers(ring, 10)).toEqual([50]);
  expect(numbers(ring, 30)).toEqual([50]);
  expect(numbers(ring, 50)).toEqual([]);
  expect(numbers(new ConsoleRing(), 0)).toEqual([]);
});

test('tells no more at once than it is asked for, and always one', () => {
  const ring = filled(10, 'y'.repeat(100));
  expect(numbers(ring, 0, 250)).toEqual([1, 2, 3]);
  expect(numbers(ring, 9, 1)).toEqual([10]);
});
