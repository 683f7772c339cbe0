import { describe, expect, it } from 'vitest';
import { wholeFrame } from '../test/decoding.ts';
import * as fc from 'fast-check';
import { encodeFrame } from './frame.ts';
import { ProtocolError } from './protocol-error.ts';
import {
  decodeStatusRequest,
  decodeStatusResponse,
  encodePing,
  encodeStatusRequest,
  encodeStatusResponse,
} from './status.ts';

describe('status', () => {
  it('request and ping have their fixed bytes', () => {
    expect(encodeStatusRequest().toString('hex')).toBe('0100');
    expect(encodePing(1n).toString('hex')).toBe('09010000000000000001');
    expect(decodeStatusRequest(wholeFrame(encodeStatusRequest()))).toEqual({ kind: 'status' });
  });

  it('a ping brings back any eight bytes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (payload) => {
        expect(decodeStatusRequest(wholeFrame(encodePing(payload)))).toEqual({ kind: 'ping', payload });
      }),
    );
  });

  it('a response comes back as its JSON', () => {
    const status = {
      version: { name: '1.16.5', protocol: 754 },
      players: { max: 2, online: 1, sample: [{ name: 'Notch', id: 'b50ad385-829d-3141-a216-7e7d7539ba7f' }] },
      description: { text: 'Замок' },
    };
    expect(JSON.parse(decodeStatusResponse(wholeFrame(encodeStatusResponse(status))))).toEqual(status);
  });

  it.each([
    ['a request with a body', encodeFrame(0, Buffer.from([1]))],
    ['a ping of seven bytes', encodeFrame(1, Buffer.alloc(7))],
    ['a ping of nine bytes', encodeFrame(1, Buffer.alloc(9))],
    ['another packet', encodeFrame(2)],
  ])('refuses %s', (_, bytes) => {
    expect(() => decodeStatusRequest(wholeFrame(bytes))).toThrow(ProtocolError);
  });

  it('refuses a response that is another packet or has a tail', () => {
    expect(() => decodeStatusResponse(wholeFrame(encodeFrame(1)))).toThrow(ProtocolError);
    expect(() => decodeStatusResponse(wholeFrame(encodeFrame(0, Buffer.from('027b7d00', 'hex'))))).toThrow(
      ProtocolError,
    );
  });
});
