import { isIPv4, isIPv6 } from 'node:net';

const mappedPrefix = Buffer.from('00000000000000000000ffff', 'hex');

/**
 * The bytes of an IP address in text: four for IPv4 (also in its IPv6-mapped form `::ffff:1.2.3.4`), sixteen for IPv6.
 * A zone (`%eth0`) is dropped. Undefined when the text is no address.
 */
export function parseIpAddress(text: string): Buffer | undefined {
  if (isIPv4(text)) return parseIPv4(text);
  if (!isIPv6(text)) return undefined;
  return fromMapped(parseIPv6(text.split('%', 1).join('')));
}

/** The four bytes of an IPv6-mapped address of IPv4; others as they are. */
export function fromMapped(bytes: Buffer): Buffer {
  return bytes.subarray(0, 12).equals(mappedPrefix) ? bytes.subarray(12) : bytes;
}

/** Four or sixteen bytes as text; IPv6 in the shortest form of RFC 5952. */
export function formatIpAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const view = Buffer.from(bytes);
  const groups = Array.from({ length: 8 }, (_, index) => view.readUInt16BE(index * 2).toString(16));
  const zeros = longestZeroRun(groups);
  if (zeros.length < 2) return groups.join(':');
  return `${groups.slice(0, zeros.start).join(':')}::${groups.slice(zeros.start + zeros.length).join(':')}`;
}

/** Four bytes as the sixteen of an IPv6-mapped address; sixteen as they are. */
export function toIPv6Bytes(bytes: Buffer): Buffer {
  return bytes.length === 4 ? Buffer.concat([mappedPrefix, bytes]) : bytes;
}

function parseIPv4(text: string): Buffer {
  return Buffer.from(text.split('.').map(Number));
}

function parseIPv6(text: string): Buffer {
  const [head = '', tail] = text.split('::');
  const before = groupBytes(head);
  const after = groupBytes(tail ?? '');
  return Buffer.concat([before, Buffer.alloc(16 - before.length - after.length), after]);
}

function groupBytes(text: string): Buffer {
  if (text === '') return Buffer.alloc(0);
  return Buffer.concat(
    text
      .split(':')
      .map((group) => (group.includes('.') ? parseIPv4(group) : Buffer.from(group.padStart(4, '0'), 'hex'))),
  );
}

function longestZeroRun(groups: string[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  let start = 0;
  groups.forEach((group, index) => {
    if (group !== '0') start = index + 1;
    else if (index + 1 - start > longest.length) longest = { start, length: index + 1 - start };
  });
  return longest;
}
