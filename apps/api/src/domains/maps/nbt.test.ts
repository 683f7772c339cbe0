import { describe, expect, test } from 'vitest';
import { readNbt } from './nbt.ts';

const root = '0a0000';
const list = '090000';

describe('NBT that a stranger has made', () => {
  test.each([
    ['a list of nothing with a length', `${root}${list}0000ffffff00`],
    ['a list longer than the file', `${root}${list}017fffffff00`],
    ['an array of negative length', `${root}0b0000ffffffff00`],
    ['compounds 100 deep', root.repeat(100)],
    ['lists 100 deep', `${root}${list}${'0900000001'.repeat(100)}`],
    ['a million compounds', `${root}${list}0a000f4240${'00'.repeat(1_000_000)}00`],
    ['a million entries', `${root}${'01000000'.repeat(1_000_000)}00`],
    ['a compound that does not end', root],
  ])('is refused: %s', (_, hex) => {
    expect(() => readNbt(Buffer.from(hex, 'hex'))).toThrow(RangeError);
  });

  test('is read where it is a level’s', () => {
    const bytes = Buffer.from(`${root}03000158000000070900014c00000000000a000144080001540002c3bc0000`, 'hex');
    expect(readNbt(bytes)).toEqual({ X: 7, D: { T: 'ü' } });
  });
});
