import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { ConsoleLine } from '@realmkeep/realm-protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openConsole } from './realm-console.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'realm-console-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const log = () => readFileSync(join(dir, 'logs/console.log'), 'utf8');
const rows = (chunk: Buffer) =>
  chunk
    .toString()
    .trim()
    .split('\n')
    .flatMap((line) => JSON.parse(line) as ConsoleLine[]);

test('a line after a pause is told and kept at once', () => {
  const console = openConsole(dir, () => undefined);
  const reader = new PassThrough();
  console.feed.add(reader, 0);
  expect(reader.read()?.toString()).toBe('[]\n');
  console.write('first');
  expect(rows(reader.read() as Buffer)).toMatchObject([{ n: 1, text: 'first' }]);
  expect(log()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z first\n$/);
  console.close();
});

test('of a flood the newest lines are kept, and what is left out is counted', async () => {
  const console = openConsole(dir, () => undefined);
  const reader = new PassThrough({ highWaterMark: 1 << 24 });
  console.feed.add(reader, 0);
  for (let i = 1; i <= 50_000; i += 1) console.write(`line ${i}`);
  await expect.poll(log).toContain('line 50000');
  console.close();
  const told = rows(reader.read() as Buffer);
  expect(told.length).toBeLessThan(5000);
  expect(told[0]).toMatchObject({ n: 1, text: 'line 1' });
  expect(told.at(-1)).toMatchObject({ n: 50_000, text: 'line 50000' });
  for (const { n, text } of told) expect(text).toBe(`line ${n}`);
  const left = [...log().matchAll(/\((\d+) lines left out\)/g)].reduce((sum, match) => sum + Number(match[1]), 0);
  expect(left).toBe(50_000 - told.length);
});

test('the file does not grow without end', () => {
  const console = openConsole(dir, () => undefined);
  for (let i = 0; i < 10_000; i += 1) {
    console.write('y'.repeat(1000));
    console.close();
  }
  for (const name of ['console.log', 'console.log.1']) {
    expect(statSync(join(dir, 'logs', name)).size).toBeLessThanOrEqual(1 << 20);
  }
});
