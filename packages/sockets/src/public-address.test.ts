import { expect, test } from 'vitest';
import { publicAddress } from './public-address.ts';

test.each([
  ['8.8.8.8', '8.8.8.8'],
  ['::ffff:8.8.8.8', '8.8.8.8'],
  ['172.32.0.1', '172.32.0.1'],
  ['2a00:1450:4001::1', '2a00:1450:4001::1'],
])('%s is public', (ip, address) => {
  expect(publicAddress(ip)).toBe(address);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '198.51.100.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '2001:db8::1',
  '',
  'localhost',
  '8.8.8.8/../admin',
])('%j is not', (ip) => {
  expect(publicAddress(ip)).toBeNull();
});
