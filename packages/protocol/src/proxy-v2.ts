import { formatIpAddress, fromMapped, parseIpAddress, toIPv6Bytes } from './ip-address.ts';

/**
 * The PROXY protocol's version 2 header, in which a proxy gives a server the client's address.
 * Source: https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt section 2.2
 */
export type ProxyHeader =
  | {
      source: ProxyAddress;
      destination: ProxyAddress;
      /** The proxy has verified that no account has the player's nickname. */
      unregistered?: true;
      /** What stood in front of the realm's address, by which the player means to prove who they are. */
      code?: string;
      /** The account that the player is known to be without a code, and the epoch up to which that counts. */
      account?: ProvenAccount;
    }
  | 'LOCAL';

export interface ProvenAccount {
  nickname: string;
  epoch: number;
}

export interface ProxyAddress {
  /** An IPv4 or IPv6 address in text. */
  host: string;
  port: number;
}

const signature = Buffer.from('0D0A0D0A000D0A515549540A', 'hex');
const fixedLength = 16;
/** Addresses and TLVs together: far above what proxies send, far below what would be worth filling memory with. */
const maxVariableLength = 4096;
const localCommand = 0x20;
const proxyCommand = 0x21;
const unspecified = 0x00;
const tcp4 = 0x11;
const tcp6 = 0x21;
/** Type and length of a TLV. */
const tlvHeadLength = 3;
/** `unregistered`, without a value. The types 0xE0 to 0xEF are free for everybody's own use. */
const unregistered = 0xe0;
/** `code`, in ASCII. */
const codeType = 0xe1;
const maxCodeLength = 63;
/** `account`, as `epoch nickname` in ASCII. */
const accountType = 0xe2;
const accountPattern = /^(\d{1,15}) (\w{1,16})$/;

/**
 * TCP4 when both addresses are IPv4 (or IPv6-mapped IPv4), else TCP6. 'LOCAL' is the proxy speaking for itself.
 * Throws TypeError when a host is no IP address.
 */
export function encodeProxyV2(header: ProxyHeader): Buffer {
  if (header === 'LOCAL') return Buffer.concat([signature, Buffer.from([localCommand, unspecified, 0, 0])]);
  let source = requireIpAddress(header.source.host);
  let destination = requireIpAddress(header.destination.host);
  const family = source.length === 4 && destination.length === 4 ? tcp4 : tcp6;
  if (family === tcp6) {
    source = toIPv6Bytes(source);
    destination = toIPv6Bytes(destination);
  }
  const tlvs = Buffer.concat([
    ...(header.unregistered ? [tlv(unregistered, '')] : []),
    ...(header.code === undefined ? [] : [tlv(codeType, header.code)]),
    ...(header.account ? [tlv(accountType, `${header.account.epoch} ${header.account.nickname}`)] : []),
  ]);
  const lengthAndPorts = Buffer.alloc(6);
  lengthAndPorts.writeUInt16BE(source.length * 2 + 4 + tlvs.length, 0);
  lengthAndPorts.writeUInt16BE(header.source.port, 2);
  lengthAndPorts.writeUInt16BE(header.destination.port, 4);
  return Buffer.concat([
    signature,
    Buffer.from([proxyCommand, family]),
    lengthAndPorts.subarray(0, 2),
    source,
    destination,
    lengthAndPorts.subarray(2),
    tlvs,
  ]);
}

/**
 * Decodes the header at the start of `buffer`: 'incomplete' while it could still become one, 'invalid' as soon as it
 * cannot. TLVs of others are skipped. LOCAL and an unspecified family are both 'LOCAL': the connection's own addresses count.
 * Proxies that listen on IPv6 for both send IPv4 addresses in their IPv6-mapped form; here they are IPv4.
 */
export function decodeProxyV2(buffer: Buffer): 'incomplete' | 'invalid' | { header: ProxyHeader; bytesRead: number } {
  const compared = Math.min(buffer.length, signature.length);
  if (!buffer.subarray(0, compared).equals(signature.subarray(0, compared))) return 'invalid';
  const command = buffer[12];
  const family = buffer[13];
  if (command !== undefined && command !== localCommand && command !== proxyCommand) return 'invalid';
  if (buffer.length < fixedLength) return 'incomplete';
  const variableLength = buffer.readUInt16BE(14);
  if (variableLength > maxVariableLength) return 'invalid';
  const isLocal = command === localCommand || family === unspecified;
  if (!isLocal && family !== tcp4 && family !== tcp6) return 'invalid';
  const addressLength = family === tcp4 ? 4 : 16;
  if (!isLocal && variableLength < addressLength * 2 + 4) return 'invalid';
  const bytesRead = fixedLength + variableLength;
  if (buffer.length < bytesRead) return 'incomplete';
  if (isLocal) return { header: 'LOCAL', bytesRead };
  const portsAt = fixedLength + addressLength * 2;
  const tlvs = readTlvs(buffer.subarray(portsAt + 4, bytesRead));
  const code = tlvs.get(codeType)?.toString('latin1').slice(0, maxCodeLength);
  const account = readAccount(tlvs.get(accountType));
  const addressAt = (start: number): string =>
    formatIpAddress(fromMapped(buffer.subarray(start, start + addressLength)));
  return {
    header: {
      source: { host: addressAt(fixedLength), port: buffer.readUInt16BE(portsAt) },
      destination: { host: addressAt(fixedLength + addressLength), port: buffer.readUInt16BE(portsAt + 2) },
      ...(tlvs.has(unregistered) ? { unregistered: true } : {}),
      ...(code === undefined ? {} : { code }),
      ...(account ? { account } : {}),
    },
    bytesRead,
  };
}

function tlv(type: number, value: string): Buffer {
  return Buffer.concat([Buffer.from([type, 0, value.length]), Buffer.from(value, 'latin1')]);
}

function readTlvs(bytes: Buffer): Map<number, Buffer> {
  const tlvs = new Map<number, Buffer>();
  let at = 0;
  while (at + tlvHeadLength <= bytes.length) {
    const end = at + tlvHeadLength + bytes.readUInt16BE(at + 1);
    const type = bytes[at];
    if (type !== undefined && end <= bytes.length) tlvs.set(type, bytes.subarray(at + tlvHeadLength, end));
    at = end;
  }
  return tlvs;
}

function readAccount(value: Buffer | undefined): ProvenAccount | null {
  const [, epoch, nickname] = accountPattern.exec(value?.toString('latin1') ?? '') ?? [];
  return epoch === undefined || nickname === undefined ? null : { nickname, epoch: Number(epoch) };
}

function requireIpAddress(host: string): Buffer {
  const bytes = parseIpAddress(host);
  if (!bytes) throw new TypeError(`not an IP address: ${host}`);
  return bytes;
}
