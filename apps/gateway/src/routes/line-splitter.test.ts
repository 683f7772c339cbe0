import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

describe('LineSplitter', () => {
  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''));
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 7 }), (lines, size) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const splitter = new LineSplitter(1000);
        const found: string[] = [];
        for (let at = 0; at < bytes.length; at += size) found.push(...splitter.push(bytes.subarray(at, at + size)));
        expect(found).toEqual(lines);
      }),
    );
  });

  it('refuses a line that is too long, whole or not', () => {
    expect(() => new LineSplitter(3).push(Buffer.from('abcd'))).toThrow('3 characters');
    expect(() => new LineSplitter(3).push(Buffer.from('abcd\n'))).toThrow('3 characters');
  });
});
