import { expect, test } from 'vitest';
import { WarningFilter } from './terminal.ts';

function filtered(lines: [string, 'stdout' | 'stderr'][]): string[] {
  const said: string[] = [];
  const filter = new WarningFilter('api', (line) => said.push(line));
  for (const [line, stream] of lines) filter.line(line, stream);
  return said;
}

test('warnings and errors are shown, in a line each, without what steers a terminal', () => {
  expect(
    filtered([
      ['{"level":30,"msg":"all is well"}', 'stdout'],
      ['{"level":40,"msg":"it is slow"}', 'stdout'],
      ['{"level":50,"msg":"it failed","err":{"message":"no \\u001b[2Jroom"}}', 'stdout'],
      ['plain chatter', 'stdout'],
      ['plain trouble', 'stderr'],
      ['', 'stderr'],
      ['{"level":', 'stdout'],
    ]),
  ).toEqual(['api: it is slow', 'api: it failed (no  [2Jroom)', 'api: plain trouble']);
});

test('a flood is cut', () => {
  const said = filtered(Array.from({ length: 1000 }, () => ['{"level":50,"msg":"again"}', 'stdout']));
  expect(said.length).toBeLessThanOrEqual(42);
  expect(said).toContain('api: more of it is in its log.');
});
