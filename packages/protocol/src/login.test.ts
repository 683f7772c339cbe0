import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeFrame } from '../test/decoding.ts';
import { encodeFrame } from './frame.ts';
import { decodeLoginDisconnect, decodeLoginStart, encodeLoginDisconnect, encodeLoginStart } from './login.ts';
import { ProtocolError } from './protocol-error.ts';

describe('login start', () => {
  it('keeps the name and whatever the version adds', () => {
    const start = { name: 'Notch', rest: Buffer.from('b50ad385829d3141a2167e7d7539ba7f', 'hex') };
    const bytes = encodeLoginStart(start);
    expect(bytes.toString('hex')).toBe('1700054e6f746368b50ad385829d3141a2167e7d7539ba7f');
    expect(decodeLoginStart(wholeFrame(bytes))).toEqual(start);
  });

  it('refuses a name of 17 characters and another packet', () => {
    const long = encodeLoginStart({ name: 'a'.repeat(17), rest: Buffer.alloc(0) });
    expect(() => decodeLoginStart(wholeFrame(long))).toThrow(ProtocolError);
    expect(() => decodeLoginStart(wholeFrame(encodeFrame(1)))).toThrow(ProtocolError);
  });

  it('finds what follows the name even when its length is written in more bytes than needed', () => {
    const bytes = encodeFrame(0, Buffer.from('810061ff', 'hex'));
    expect(decodeLoginStart(wholeFrame(bytes))).toEqual({ name: 'a', rest: Buffer.from('ff', 'hex') });
  });
});

describe('login disconnect', () => {
  it('comes back as the same chat', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const json = decodeLoginDisconnect(wholeFrame(encodeLoginDisconnect({ text, color: 'gold' })));
        expect(JSON.parse(json)).toEqual({ text, color: 'gold' });
      }),
    );
  });

  it('refuses another packet', () => {
    expect(() => decodeLoginDisconnect(wholeFrame(encodeFrame(2)))).toThrow(ProtocolError);
  });
});
