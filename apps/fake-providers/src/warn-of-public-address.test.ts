import type { NetworkInterfaceInfo } from 'node:os';
import pino from 'pino';
import { expect, test } from 'vitest';
import { warnOfPublicAddress } from './warn-of-public-address.ts';

/** The warnings on a machine with these addresses. */
function said(host: string, ...addresses: string[]): string {
  const lines: string[] = [];
  const interfaces = { eth0: addresses.map((address) => ({ address }) as NetworkInterfaceInfo) };
  warnOfPublicAddress(host, pino({}, { write: (line: string) => void lines.push(line) }), interfaces);
  return lines.join('');
}

test('a public address of the machine is named, of either family, where the pages are served on it', () => {
  expect(said('::', '127.0.0.1', '10.0.0.2', '8.8.4.4', 'fe80::1%eth0', '2a00:1450::5')).toContain(
    'this machine has a public address (8.8.4.4, 2a00:1450::5)',
  );
  expect(said('0.0.0.0', '8.8.4.4')).toContain('8.8.4.4');
  expect(said('8.8.4.4')).toContain('8.8.4.4');
});

test('of a machine that is within a network, and of pages that are served within, nothing is said', () => {
  expect(said('::', '127.0.0.1', '::1', '10.0.0.2', '192.168.1.2', 'fe80::1%eth0')).toBe('');
  expect(said('127.0.0.1', '8.8.4.4')).toBe('');
});
