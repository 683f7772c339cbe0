import { deflateSync } from 'node:zlib';
import nbt from 'prismarine-nbt';
import { describe, expect, it } from 'vitest';
import { parseNbt } from './nbt-budget.ts';

const rootTag = '0a0000';
const list = '090000';

describe('NBT of a file', () => {
  it('is read as the library reads it', () => {
    const value = {
      whole: { type: 'int', value: 7 },
      long: { type: 'longArray', value: [[1, 2]] },
      texts: { type: 'list', value: { type: 'string', value: ['a', 'ü'] } },
      none: { type: 'list', value: { type: 'end', value: [] } },
      inner: { type: 'compound', value: { more: { type: 'byteArray', value: [1, 2] } } },
    };
    const root = { type: 'compound', name: '', value };
    expect(parseNbt(nbt.writeUncompressed(root))).toEqual(root);
  });

  it.each([
    ['a list of nothing with a length', `${rootTag}${list}0000ffffff00`],
    ['a list of nothing of negative length', `${rootTag}${list}00ffffffff00`],
    ['a list longer than the file', `${rootTag}${list}017fffffff00`],
    ['an array longer than the file', `${rootTag}0700007fffffff00`],
    ['an array of negative length', `${rootTag}0b0000ffffffff00`],
    ['a text longer than the file', `${rootTag}080000ffff4100`],
    ['no such tag', `${rootTag}0d000000`],
    ['a compound that does not end', rootTag],
    ['nothing', ''],
    ['lists 600 deep', `${list}${'0900000001'.repeat(600)}`],
    ['compounds 600 deep', rootTag.repeat(600)],
    ['a million compounds', `${rootTag}${list}0a000f4240${'00'.repeat(1_000_000)}00`],
  ])('is refused: %s', (_, hex) => {
    expect(() => parseNbt(Buffer.from(hex, 'hex'))).toThrow(RangeError);
    // And it is short, as strangers would send it.
    expect(deflateSync(Buffer.from(hex, 'hex')).length).toBeLessThan(2048);
  });
});
