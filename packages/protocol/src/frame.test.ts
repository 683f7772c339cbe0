import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../test/decoding.ts';
import { decodeFrame, encodeFrame } from './frame.ts';
import { ProtocolError } from './protocol-error.ts';

describe('frame', () => {
  it('comes back whole at the start of a longer buffer, and asks for more at every cut', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 127 }),
        fc.uint8Array({ maxLength: 200 }),
        fc.uint8Array(),
        (id, body, after) => {
          const bytes = encodeFrame(id, Buffer.from(body));
          expect(decodeFrame(Buffer.concat([bytes, after]), 201)).toEqual({
            id,
            body: Buffer.from(body),
            bytesRead: bytes.length,
          });
          for (let cut = 0; cut < bytes.length; cut++) {
            expect(decodeFrame(bytes.subarray(0, cut), 201)).toBe('incomplete');
          }
        },
      ),
    );
  });

  it.each([
    ['an empty frame', '00'],
    ['a frame over the limit, at its prefix', '6500'],
    ['a prefix of four bytes', '80808001'],
    ['a packet id that never ends', '0180'],
  ])('refuses %s', (_, hex) => {
    expect(() => decodeFrame(Buffer.from(hex, 'hex'), 100)).toThrow(ProtocolError);
  });

  it('answers garbage with a frame, incomplete or a ProtocolError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (garbage) => {
        const thrown = thrownBy(() => decodeFrame(Buffer.from(garbage), 1024));
        expect(['nothing', 'ProtocolError']).toContain(thrown);
      }),
    );
  });
});
