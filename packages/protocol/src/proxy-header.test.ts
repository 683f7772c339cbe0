import { expect, test } from 'vitest';
import { decodeProxyHeader } from './proxy-header.ts';
import { encodeProxyV2 } from './proxy-v2.ts';

const source = { host: '203.0.113.7', port: 50_000 };
const destination = { host: '198.51.100.1', port: 2022 };
const line = 'PROXY TCP4 203.0.113.7 198.51.100.1 50000 2022\r\n';

test('both versions are read, whatever follows, and wait for their end', () => {
  for (const bytes of [Buffer.from(line), encodeProxyV2({ source, destination })]) {
    const decoded = decodeProxyHeader(Buffer.concat([bytes, Buffer.from('SSH-2.0-x\r\n')]));
    expect(decoded).toEqual({ header: { source, destination }, bytesRead: bytes.length });
    for (let cut = 0; cut < bytes.length; cut += 1) {
      expect(decodeProxyHeader(bytes.subarray(0, cut))).toBe('incomplete');
    }
  }
  const six = decodeProxyHeader(Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 1 2\r\n'));
  expect(six).toMatchObject({ header: { source: { host: '2001:db8::7', port: 1 } } });
  const mapped = decodeProxyHeader(Buffer.from('PROXY TCP6 ::ffff:203.0.113.7 ::FFFF:c633:6401 50000 2022\r\n'));
  expect(mapped).toMatchObject({ header: { source, destination } });
  for (const unknown of ['PROXY UNKNOWN\r\n', 'PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n']) {
    expect(decodeProxyHeader(Buffer.from(unknown))).toEqual({ header: 'LOCAL', bytesRead: unknown.length });
  }
});

test.each([
  'PROXX TCP4',
  'PROXY TCP4 203.0.113.7 198.51.100.1 50000\r\n',
  'PROXY TCP4 203.0.113.7 2001:db8::1 50000 2022\r\n',
  'PROXY TCP4 203.0.113.7 198.51.100.1 50000 70000\r\n',
  'PROXY TCP4 203.0.113.7 198.51.100.1 -1 2022\r\n',
  'PROXY TCP4 203.0.113.7 198.51.100.1 50000 2022 more\r\n',
  'PROXY TCP5 203.0.113.7 198.51.100.1 50000 2022\r\n',
  'PROXY constructor 203.0.113.7 198.51.100.1 50000 2022\r\n',
  `PROXY TCP4 ${'1'.repeat(120)}`,
])('%s is no header', (text) => {
  expect(decodeProxyHeader(Buffer.from(text))).toBe('invalid');
});
