import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { answerWork } from './registration-work.ts';
import { ShortHash } from './sha256.ts';

test('the first bits are those of SHA-256, of every length that fits into a block', () => {
  const hash = new ShortHash();
  for (let length = 0; length <= 55; length += 1) {
    const bytes = randomBytes(length);
    expect(hash.first32(bytes, length)).toBe(createHash('sha256').update(bytes).digest().readUInt32BE(0));
  }
  expect(() => hash.first32(new Uint8Array(56), 56)).toThrow(RangeError);
});

test('an answer has the zero bits that were asked for, and the page has its turn meanwhile', async () => {
  const challenge = `${randomBytes(16).toString('base64url')}.16.9.mac`;
  const progress: number[] = [];
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  const counter = await answerWork({ challenge, bits: 16, onProgress: (value) => progress.push(value) });
  clearInterval(ticking);
  const digest = createHash('sha256')
    .update(`${challenge.split('.')[0]}.${counter}`)
    .digest();
  expect(Math.clz32(digest.readUInt32BE(0))).toBeGreaterThanOrEqual(16);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.length === 0 || turns > 0).toBe(true);
});
