import { ProtocolError } from './protocol-error.ts';

/**
 * The server list ping of clients before 1.7, three forms of it:
 *   bare  FE                 up to 1.3
 *   plain FE 01              1.4 and 1.5
 *   named FE 01 FA …         1.6: the plugin message MC|PingHost with the hostname
 * Source: https://minecraft.wiki/w/Java_Edition_protocol/Server_List_Ping#1.6
 */
export type LegacyPing = { form: 'bare' } | { form: 'plain' } | { form: 'named'; hostname: string; port: number };

export type LegacyPingDecoded =
  /** A whole ping of the named form. */
  | { kind: 'ping'; ping: LegacyPing; bytesRead: number }
  /** A ping so far, or the start of a longer form: if no more bytes come soon, it is `soFar`. */
  | { kind: 'incomplete'; soFar: LegacyPing | null }
  /** Not a legacy ping: a modern frame, or garbage. */
  | { kind: 'other' };

export interface LegacyStatus {
  protocol: number;
  version: string;
  description: string;
  online: number;
  max: number;
}

const channel = utf16('MC|PingHost');
/** FE 01 FA, then the channel's length in characters. */
const namedStart = Buffer.concat([Buffer.from([0xfe, 0x01, 0xfa, 0x00, 0x0b]), channel]);
const maxHostnameLength = 255;

/**
 * Looks for a legacy ping at the start of `buffer`. A modern frame of 254 bytes starts with FE 01 too, so the third
 * byte decides. Throws ProtocolError when a ping of the named form is broken.
 */
export function decodeLegacyPing(buffer: Buffer): LegacyPingDecoded {
  if (buffer.length === 0) return { kind: 'incomplete', soFar: null };
  if (buffer[0] !== 0xfe) return { kind: 'other' };
  if (buffer.length === 1) return { kind: 'incomplete', soFar: { form: 'bare' } };
  if (buffer[1] !== 0x01) return { kind: 'other' };
  if (buffer.length === 2) return { kind: 'incomplete', soFar: { form: 'plain' } };
  if (buffer[2] !== 0xfa) return { kind: 'other' };

  const start = Math.min(buffer.length, namedStart.length);
  if (!buffer.subarray(0, start).equals(namedStart.subarray(0, start))) {
    throw new ProtocolError('legacy ping on another channel');
  }
  const fields = buffer.subarray(namedStart.length);
  if (fields.length < 5) return { kind: 'incomplete', soFar: { form: 'plain' } };
  const dataLength = fields.readUInt16BE(0);
  const hostnameBytes = fields.readUInt16BE(3) * 2;
  if (hostnameBytes > maxHostnameLength * 2 || dataLength !== 1 + 2 + hostnameBytes + 4) {
    throw new ProtocolError('legacy ping with wrong lengths');
  }
  if (fields.length < 2 + dataLength) return { kind: 'incomplete', soFar: { form: 'plain' } };
  const hostname = Buffer.from(fields.subarray(5, 5 + hostnameBytes))
    .swap16()
    .toString('utf16le');
  const port = fields.readInt32BE(5 + hostnameBytes);
  return { kind: 'ping', ping: { form: 'named', hostname, port }, bytesRead: namedStart.length + 2 + dataLength };
}

/** The request of the named form, as a 1.6.4 client (protocol 78) sends it. */
export function encodeLegacyPing(hostname: string, port: number): Buffer {
  const name = utf16(hostname);
  const data = Buffer.alloc(2 + 1 + 2 + name.length + 4);
  data.writeUInt16BE(1 + 2 + name.length + 4, 0);
  data.writeUInt8(78, 2);
  data.writeUInt16BE(hostname.length, 3);
  name.copy(data, 5);
  data.writeInt32BE(port, 5 + name.length);
  return Buffer.concat([namedStart, data]);
}

/** The answer, a kick packet (FF): three fields for the bare form, six for the later ones. */
export function encodeLegacyStatus(form: LegacyPing['form'], status: LegacyStatus): Buffer {
  const description = status.description.replaceAll('\0', '');
  const text =
    form === 'bare'
      ? [description.replaceAll('§', ''), status.online, status.max].join('§')
      : ['§1', status.protocol, status.version, description, status.online, status.max].join('\0');
  const head = Buffer.alloc(3);
  head.writeUInt8(0xff, 0);
  head.writeUInt16BE(text.length, 1);
  return Buffer.concat([head, utf16(text)]);
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}
