import { describe, expect, test } from 'vitest';
import { hear, readPrinted } from './console-line.ts';
import { publicLines } from './public-lines.ts';

describe.each(publicLines)('$server, $source', ({ lines, heard }) => {
  const printed = lines.split('\n');

  test('no line is shown with its time, and warnings are', () => {
    for (const line of printed) {
      const { shown, text, level } = readPrinted(line);
      expect([shown, text].join(' ')).not.toMatch(/\d\d:\d\d:\d\d/);
      expect(level === 'WARN').toBe(/^\S+ (?:\[[^\]]+\/)?WARN\]:/.test(line));
    }
  });

  test('what matters is heard, and nothing else', () => {
    expect(printed.flatMap((line) => hear(readPrinted(line)) ?? [])).toEqual(heard);
  });
});

test('each has its own source', () => {
  expect(new Set(publicLines.map(({ source }) => source)).size).toBe(publicLines.length);
});
