import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../test/decoding.ts';
import { decodeProxyV2, encodeProxyV2 } from './proxy-v2.ts';

const signature = '0d0a0d0a000d0a515549540a';
const tcp4 = `${signature}2111000cc00002010a000001d43163dd`;
const tcp6 = `${signature}2121002420010db800000000000000000000000100000000000000000000000000000001d43163dd`;

describe('PROXY v2', () => {
  it('TCP4 has its fixed bytes', () => {
    const header = { source: { host: '192.0.2.1', port: 54_321 }, destination: { host: '10.0.0.1', port: 25_565 } };
    expect(encodeProxyV2(header).toString('hex')).toBe(tcp4);
    expect(decodeProxyV2(Buffer.from(tcp4, 'hex'))).toEqual({ header, bytesRead: 28 });
  });

  it('TCP6 has its fixed bytes', () => {
    const header = { source: { host: '2001:db8::1', port: 54_321 }, destination: { host: '::1', port: 25_565 } };
    expect(encodeProxyV2(header).toString('hex')).toBe(tcp6);
    expect(decodeProxyV2(Buffer.from(tcp6, 'hex'))).toEqual({ header, bytesRead: 52 });
  });

  it('LOCAL is sixteen bytes, and keeps its meaning with addresses behind it', () => {
    expect(encodeProxyV2('LOCAL').toString('hex')).toBe(`${signature}20000000`);
    expect(decodeProxyV2(encodeProxyV2('LOCAL'))).toEqual({ header: 'LOCAL', bytesRead: 16 });
    expect(decodeProxyV2(Buffer.from(tcp4.replace('2111', '2011'), 'hex'))).toEqual({ header: 'LOCAL', bytesRead: 28 });
    expect(decodeProxyV2(Buffer.from(`${signature}21000000`, 'hex'))).toEqual({ header: 'LOCAL', bytesRead: 16 });
  });

  it('writes an IPv6-mapped IPv4 address as TCP4, and mixed families as TCP6', () => {
    const destination = { host: '10.0.0.1', port: 25_565 };
    const mapped = { source: { host: '::ffff:192.0.2.1', port: 54_321 }, destination };
    expect(encodeProxyV2(mapped).toString('hex')).toBe(tcp4);
    const mixed = decodeProxyV2(encodeProxyV2({ source: { host: '2001:db8::1', port: 1 }, destination }));
    expect(mixed).toMatchObject({ header: { source: { host: '2001:db8::1' }, destination: { host: '10.0.0.1' } } });
  });

  it('reads IPv6-mapped IPv4 addresses as IPv4', () => {
    const addresses = '00000000000000000000ffffc000020100000000000000000000ffff0a000001';
    const mapped = Buffer.from(`${signature}21210024${addresses}d43163dd`, 'hex');
    const header = { source: { host: '192.0.2.1', port: 54_321 }, destination: { host: '10.0.0.1', port: 25_565 } };
    expect(decodeProxyV2(mapped)).toEqual({ header, bytesRead: 52 });
  });

  it('skips TLVs', () => {
    const withTlv = Buffer.from(`${tcp4.replace('2111000c', '21110010')}04000161`, 'hex');
    expect(decodeProxyV2(Buffer.concat([withTlv, Buffer.from('after')]))).toMatchObject({ bytesRead: 32 });
  });

  it('says that nobody has registered the nickname, among the TLVs of others', () => {
    const header = {
      source: { host: '192.0.2.1', port: 54_321 },
      destination: { host: '10.0.0.1', port: 25_565 },
      unregistered: true,
    } as const;
    const bytes = encodeProxyV2(header);
    expect(bytes.toString('hex')).toBe(`${tcp4.replace('2111000c', '2111000f')}e00000`);
    expect(decodeProxyV2(bytes)).toEqual({ header, bytesRead: 31 });
    const among = Buffer.from(`${tcp4.replace('2111000c', '21110013')}040001e0e00000`, 'hex');
    expect(decodeProxyV2(among)).toEqual({ header, bytesRead: 35 });
    for (const odd of ['040001e0', '04ffffe00000', 'e000', 'e1']) {
      const length = (12 + odd.length / 2).toString(16).padStart(4, '0');
      const decoded = decodeProxyV2(Buffer.from(`${tcp4.replace('000c', length)}${odd}`, 'hex'));
      expect(decoded).toMatchObject({ header: { source: header.source } });
      expect(decoded).not.toHaveProperty('header.unregistered');
    }
  });

  it('tells the code that stood before the address, beside what else it says', () => {
    const source = { host: '203.0.113.7', port: 40_000 };
    const header = { source, destination: { host: '10.0.0.1', port: 25_565 }, unregistered: true as const };
    const decoded = decodeProxyV2(encodeProxyV2({ ...header, code: 'k7pm-3xqd' }));
    expect(decoded).toMatchObject({ header: { ...header, code: 'k7pm-3xqd' } });
    expect(decodeProxyV2(encodeProxyV2(header))).not.toHaveProperty('header.code');
  });

  it('tells whose account it is without a code, unless that makes no sense', () => {
    const header = {
      source: { host: '192.0.2.1', port: 54_321 },
      destination: { host: '10.0.0.1', port: 25_565 },
      account: { nickname: 'Owner_1', epoch: 12 },
    };
    const bytes = encodeProxyV2(header);
    expect(decodeProxyV2(bytes)).toEqual({ header, bytesRead: bytes.length });
    for (const odd of ['Owner_1', ' Owner_1', '-1 Owner_1', '1 Owner 1', '1 ', `1 ${'x'.repeat(17)}`, '1e9 Owner_1']) {
      const value = Buffer.from(odd).toString('hex');
      const tlv = `e200${odd.length.toString(16).padStart(2, '0')}${value}`;
      const length = (12 + tlv.length / 2).toString(16).padStart(4, '0');
      const decoded = decodeProxyV2(Buffer.from(`${tcp4.replace('000c', length)}${tlv}`, 'hex'));
      expect(decoded).toMatchObject({ header: { source: header.source } });
      expect(decoded).not.toHaveProperty('header.account');
    }
  });

  it('asks for more at every cut of any header', () => {
    const address = fc.record({
      host: fc.oneof(fc.ipV4(), fc.ipV6()),
      port: fc.integer({ min: 0, max: 65_535 }),
    });
    fc.assert(
      fc.property(address, address, (source, destination) => {
        const bytes = encodeProxyV2({ source, destination });
        for (let cut = 0; cut < bytes.length; cut++) expect(decodeProxyV2(bytes.subarray(0, cut))).toBe('incomplete');
        const decoded = decodeProxyV2(bytes);
        if (typeof decoded === 'string' || decoded.header === 'LOCAL') throw new Error('no header');
        expect(encodeProxyV2(decoded.header).equals(bytes)).toBe(true);
      }),
    );
  });

  it.each([
    ['a handshake', '1500f2050e'],
    ['version 1', Buffer.from('PROXY TCP4 ').toString('hex')],
    ['version 3', `${signature}3111000c`],
    ['UDP', `${signature}2112000c`],
    ['a unix socket', `${signature}213100d8`],
    ['TCP4 shorter than its addresses', `${signature}2111000b`],
    ['65535 bytes of TLVs', `${signature}2111ffff`],
  ])('refuses %s at once', (_, hex) => {
    expect(decodeProxyV2(Buffer.from(hex, 'hex'))).toBe('invalid');
  });

  it('never throws at garbage', () => {
    fc.assert(
      fc.property(fc.constantFrom('', signature, `${signature}2111`), fc.uint8Array(), (start, garbage) => {
        const bytes = Buffer.concat([Buffer.from(start, 'hex'), garbage]);
        expect(thrownBy(() => decodeProxyV2(bytes))).toBe('nothing');
      }),
    );
  });

  it('refuses to encode what is no address', () => {
    const address = { host: 'localhost', port: 1 };
    expect(() => encodeProxyV2({ source: address, destination: address })).toThrow(TypeError);
  });
});
