import { expect, test } from 'vitest';
import { isPublicUrl } from './public-url.ts';

test.each([
  'http://localhost:3000',
  'http://LOCALHOST.',
  'http://realms.localhost',
  'http://server.local:3000',
  'http://127.0.0.1:3000',
  'http://127.8.9.10',
  'http://0x7f.1',
  'http://0.0.0.0',
  'http://10.1.2.3',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.1.20:3000',
  'http://169.254.1.1',
  'http://100.64.0.1',
  'http://[::1]:3000',
  'http://[::]',
  'http://[fd12:3456::1]',
  'http://[fe80::1]',
  'http://[::ffff:192.168.1.20]',
])('%s is not public', (url) => {
  expect(isPublicUrl(url)).toBe(false);
});

test.each([
  'https://realms.example.org',
  'https://localhost.example.org',
  'https://notlocalhost',
  'https://local',
  'https://mylocal.org',
  'http://11.0.0.1',
  'http://172.15.0.1',
  'http://172.32.0.1',
  'http://192.169.0.1',
  'http://100.128.0.1',
  'http://8.8.8.8',
  'http://[2600::1]',
])('%s is public', (url) => {
  expect(isPublicUrl(url)).toBe(true);
});
