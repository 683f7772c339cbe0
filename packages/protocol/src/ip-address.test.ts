import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIpAddress, parseIpAddress } from './ip-address.ts';

describe('IP addresses', () => {
  it.each([
    ['127.0.0.1', '7f000001'],
    ['::ffff:10.1.2.3', '0a010203'],
    ['::', '00000000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
    ['2001:db8::8:800:200C:417A', '20010db80000000000080800200c417a'],
  ])('%s is %s', (text, hex) => {
    expect(parseIpAddress(text)?.toString('hex')).toBe(hex);
  });

  it.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1', ':::', '1::2::3', '12345::'])('%j is none', (text) => {
    expect(parseIpAddress(text)).toBeUndefined();
  });

  it('every IPv6 address is written as the URL standard writes it, and read back', () => {
    const word = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 65_535 }));
    fc.assert(
      fc.property(fc.array(word, { minLength: 8, maxLength: 8 }), (words) => {
        const long = words.map((word) => word.toString(16)).join(':');
        const bytes = Buffer.alloc(16);
        words.forEach((word, index) => bytes.writeUInt16BE(word, index * 2));
        expect(`[${formatIpAddress(bytes)}]`).toBe(new URL(`http://[${long}]/`).hostname);
        fc.pre(!formatIpAddress(bytes).startsWith('::ffff:'));
        expect(parseIpAddress(formatIpAddress(bytes))?.equals(bytes)).toBe(true);
      }),
    );
  });
});
