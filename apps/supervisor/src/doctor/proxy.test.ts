import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { checkProxy } from './proxy.ts';

const found = (environment: Record<string, string>) => checkProxy(readConfig([], environment));
const publicUrl = 'https://realms.example';

test('a page behind TLS whose proxy is not named is a problem: everybody would share one address', () => {
  expect(found({ PUBLIC_URL: publicUrl })).toEqual([
    { level: 'problem', topic: 'proxy', words: expect.stringContaining('all visitors count as one address') },
  ]);
  expect(found({ PUBLIC_URL: publicUrl, TRUST_PROXY: '192.0.2.1' })).toMatchObject([{ level: 'good' }]);
  expect(found({ PUBLIC_URL: publicUrl, PROXY_SOCKETS: '/run/realmkeep' })).toMatchObject([{ level: 'good' }]);
  expect(found({})).toEqual([]);
});

test('whoever believes all programs of this machine is told of the safer way', () => {
  expect(found({ PUBLIC_URL: publicUrl, TRUST_PROXY: '192.0.2.1, 127.0.0.1' })).toMatchObject([
    { level: 'good' },
    { level: 'note' },
  ]);
  expect(found({ PROXY_FROM: '::1', SFTP_PROXY_FROM: '127.0.0.0/8' })).toMatchObject([
    { level: 'note', words: expect.stringMatching(/^PROXY_FROM names .*PROXY_SOCKETS/) },
    { level: 'note', words: expect.stringMatching(/^SFTP_PROXY_FROM names /) },
  ]);
});
