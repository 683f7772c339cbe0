import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeFrame } from '../test/decoding.ts';
import { encodeFrame } from './frame.ts';
import {
  decodeLoginDisconnect,
  decodeLoginStart,
  encodeLoginDisconnect,
  encodeLoginStart,
  makeLoginStart,
} from './login.ts';
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

describe('a login start of its own', () => {
  const uuid = Buffer.from('b50ad385829d3141a2167e7d7539ba7f', 'hex');
  // minecraft-data's packet_login_start of each version.
  it.each([
    ['1.8', 47, ''],
    ['1.16.5', 754, ''],
    ['1.18.2', 758, ''],
    ['1.19', 759, '00'],
    ['1.19.2', 760, `0001${uuid.toString('hex')}`],
    ['1.19.3', 761, `01${uuid.toString('hex')}`],
    ['1.20.1', 763, `01${uuid.toString('hex')}`],
    ['1.20.2', 764, uuid.toString('hex')],
    ['26.1', 775, uuid.toString('hex')],
    ['a snapshot', 0x4000_0130, uuid.toString('hex')],
  ])('has the form of %s', (_, protocolVersion, rest) => {
    const start = decodeLoginStart(wholeFrame(makeLoginStart(protocolVersion, 'Notch', uuid)));
    expect({ ...start, rest: start.rest.toString('hex') }).toEqual({ name: 'Notch', rest });
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
