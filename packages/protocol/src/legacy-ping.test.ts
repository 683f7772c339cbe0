import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../test/decoding.ts';
import { encodeHandshake } from './handshake.ts';
import { decodeLegacyPing, encodeLegacyPing, encodeLegacyStatus } from './legacy-ping.ts';
import { ProtocolError } from './protocol-error.ts';

/** What a 1.6.4 client sends for localhost:25565. */
const captured = `fe01fa000b${utf16Hex('MC|PingHost')}00194e0009${utf16Hex('localhost')}000063dd`;

function utf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

const status = { protocol: 127, version: 'Realmkeep', description: 'Castle §aopen', online: 1, max: 20 };

function textOf(answer: Buffer): string {
  const text = Buffer.from(answer.subarray(3)).swap16().toString('utf16le');
  expect(answer[0]).toBe(0xff);
  expect(answer.readUInt16BE(1)).toBe(text.length);
  return text;
}

describe('legacy ping', () => {
  it('reads the named form', () => {
    const bytes = Buffer.from(captured, 'hex');
    expect(decodeLegacyPing(bytes)).toEqual({
      kind: 'ping',
      ping: { form: 'named', hostname: 'localhost', port: 25_565 },
      bytesRead: bytes.length,
    });
    expect(encodeLegacyPing('localhost', 25_565).toString('hex')).toBe(captured);
  });

  it('says what a ping is so far at every cut', () => {
    const bytes = Buffer.from(captured, 'hex');
    for (let cut = 0; cut < bytes.length; cut++) {
      const soFar = cut === 0 ? null : { form: cut === 1 ? 'bare' : 'plain' };
      expect(decodeLegacyPing(bytes.subarray(0, cut))).toEqual({ kind: 'incomplete', soFar });
    }
  });

  it('leaves a modern handshake of 254 bytes alone', () => {
    const serverAddress = 'a'.repeat(247);
    const bytes = encodeHandshake({ protocolVersion: 4, serverAddress, serverPort: 25_565, nextState: 'status' });
    expect(bytes.subarray(0, 3).toString('hex')).toBe('fe0100');
    expect(decodeLegacyPing(bytes)).toEqual({ kind: 'other' });
  });

  it.each([
    ['another channel', captured.replace('004d0043', '004d0044')],
    ['a length that does not fit the name', captured.replace('00194e', '001a4e')],
    ['a name of 65535 characters', captured.replace('4e0009', '4effff')],
  ])('refuses %s', (_, hex) => {
    expect(() => decodeLegacyPing(Buffer.from(hex, 'hex'))).toThrow(ProtocolError);
  });

  it('answers garbage with a decision or a ProtocolError', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'fe', 'fe01', 'fe01fa', captured.slice(0, 54)),
        fc.uint8Array({ maxLength: 40 }),
        (start, garbage) => {
          const thrown = thrownBy(() => decodeLegacyPing(Buffer.concat([Buffer.from(start, 'hex'), garbage])));
          expect(['nothing', 'ProtocolError']).toContain(thrown);
        },
      ),
    );
  });

  it('answers the bare form with three fields and the later ones with six', () => {
    expect(textOf(encodeLegacyStatus('bare', status))).toBe('Castle aopen§1§20');
    expect(textOf(encodeLegacyStatus('named', status))).toBe('§1\u0000127\0Realmkeep\0Castle §aopen\u00001\u000020');
  });
});
