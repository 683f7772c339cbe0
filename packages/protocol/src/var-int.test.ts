import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtocolError } from './protocol-error.ts';
import { decodeVarInt, encodeVarInt } from './var-int.ts';

describe('VarInt', () => {
  it.each([
    [0, '00'],
    [1, '01'],
    [127, '7f'],
    [128, '8001'],
    [255, 'ff01'],
    [25_565, 'ddc701'],
    [2_097_151, 'ffff7f'],
    [2_147_483_647, 'ffffffff07'],
    [-1, 'ffffffff0f'],
    [-2_147_483_648, '8080808008'],
  ])('%i is %s', (value, hex) => {
    expect(encodeVarInt(value).toString('hex')).toBe(hex);
    expect(decodeVarInt(Buffer.from(hex, 'hex'))).toEqual({ value, bytesRead: hex.length / 2 });
  });

  it('comes back whole and asks for more at every cut', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        const bytes = encodeVarInt(value);
        expect(decodeVarInt(bytes)).toEqual({ value, bytesRead: bytes.length });
        for (let cut = 0; cut < bytes.length; cut++) expect(decodeVarInt(bytes.subarray(0, cut))).toBe('incomplete');
      }),
    );
  });

  it('refuses a sixth byte', () => {
    expect(() => decodeVarInt(Buffer.from('808080808001', 'hex'))).toThrow(ProtocolError);
  });
});
