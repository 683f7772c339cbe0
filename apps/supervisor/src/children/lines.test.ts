import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { onLines } from './lines.ts';

test('lines come whole however they are cut, and an endless one is bounded', async () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  onLines(stream, (line) => lines.push(line));
  const bytes = Buffer.from('first\nzażółć\n');
  for (const byte of bytes) stream.write(Buffer.of(byte));
  for (let n = 0; n < 100; n++) stream.write(Buffer.alloc(10_000, 'x'));
  stream.end('end\n');
  await once(stream, 'end');
  expect(lines.slice(0, 2)).toEqual(['first', 'zażółć']);
  expect(lines[2]?.length).toBeLessThanOrEqual(64 * 1024 + 10_000);
  expect(lines[2]).toMatch(/xend$/);
});
