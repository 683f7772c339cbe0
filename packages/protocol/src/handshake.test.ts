import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thrownBy, wholeFrame } from '../test/decoding.ts';
import { decodeFrame, encodeFrame } from './frame.ts';
import { decodeHandshake, encodeHandshake, maxHandshakeLength } from './handshake.ts';
import type { NextState } from './handshake.ts';
import { ProtocolError } from './protocol-error.ts';

describe('handshake', () => {
  it('has the bytes that a 1.16.5 client sends', () => {
    const bytes = Buffer.from('1500f2050e636173746c652e6578616d706c6563dd02', 'hex');
    const handshake = {
      protocolVersion: 754,
      serverAddress: 'castle.example',
      serverPort: 25_565,
      nextState: 'login' as const,
    };
    expect(encodeHandshake(handshake).toString('hex')).toBe(bytes.toString('hex'));
    expect(decodeHandshake(wholeFrame(bytes))).toEqual(handshake);
  });

  it('comes back whole, whatever the address', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.string({ unit: 'grapheme', maxLength: 255 }).filter((text) => text.length <= 255),
        fc.integer({ min: 0, max: 65_535 }),
        fc.constantFrom<NextState>('status', 'login', 'transfer'),
        (protocolVersion, serverAddress, serverPort, nextState) => {
          const handshake = { protocolVersion, serverAddress, serverPort, nextState };
          expect(decodeHandshake(wholeFrame(encodeHandshake(handshake)))).toEqual(handshake);
        },
      ),
    );
  });

  it('fits its bound at its longest', () => {
    const longest = encodeHandshake({ ...handshakeTo('漢'.repeat(255)), protocolVersion: -1 });
    expect(decodeFrame(longest, maxHandshakeLength)).toMatchObject({ id: 0, bytesRead: longest.length });
  });

  it.each([
    ['another packet', encodeFrame(1)],
    ['nothing', encodeFrame(0)],
    ['an address of 256 characters', encodeHandshake(handshakeTo('a'.repeat(256)))],
    ['an address that is not UTF-8', encodeFrame(0, Buffer.from('0002c328000001', 'hex'))],
    ['an address of negative length', encodeFrame(0, Buffer.from('00ffffffff0f0000000001', 'hex'))],
    ['an address longer than the packet', encodeFrame(0, Buffer.from('00056162', 'hex'))],
    ['next state 4', encodeFrame(0, Buffer.from('000161000004', 'hex'))],
    ['a byte too many', encodeFrame(0, Buffer.from('00016100000100', 'hex'))],
  ])('refuses %s', (_, bytes) => {
    expect(() => decodeHandshake(wholeFrame(bytes))).toThrow(ProtocolError);
  });

  it('answers garbage with a handshake or a ProtocolError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (garbage) => {
        const thrown = thrownBy(() => decodeHandshake({ id: 0, body: Buffer.from(garbage), bytesRead: 0 }));
        expect(['nothing', 'ProtocolError']).toContain(thrown);
      }),
    );
  });
});

function handshakeTo(serverAddress: string): Parameters<typeof encodeHandshake>[0] {
  return { protocolVersion: 754, serverAddress, serverPort: 25_565, nextState: 'status' };
}
