import { expect, test } from 'vitest';
import { machineResolvers, resolvConf } from './resolvers.ts';

const files =
  (texts: Record<string, string>) =>
  async (path: string): Promise<string> =>
    texts[path] ?? '';
const own = '/etc/resolv.conf';
const behind = '/run/systemd/resolve/resolv.conf';

test.each([
  ['those of the machine', { [own]: '# x\nnameserver 9.9.9.9\nnameserver 10.0.0.1\n' }, ['9.9.9.9', '10.0.0.1']],
  [
    'three at most, each once',
    { [own]: 'nameserver 1.1.1.1\n'.repeat(2) + 'nameserver 1.0.0.1\nnameserver 8.8.8.8\nnameserver 8.8.4.4\n' },
    ['1.1.1.1', '1.0.0.1', '8.8.8.8'],
  ],
  [
    'whom systemd-resolved asks',
    { [own]: 'nameserver 127.0.0.53\n', [behind]: 'nameserver 192.168.1.1\n' },
    ['192.168.1.1'],
  ],
  [
    'nobody on loopback or by IPv6',
    { [own]: 'nameserver 127.0.0.1\nnameserver ::1\nnameserver 0.0.0.0\nnameserver 2001:db8::1\n' },
    [],
  ],
  ['nobody where nothing is said', {}, []],
])('realms ask %s', async (_, texts, expected) => {
  expect(await machineResolvers(files(texts))).toEqual(expected);
});

test('a realm’s resolv.conf names them', () => {
  expect(resolvConf(['9.9.9.9', '10.0.0.1'])).toBe('nameserver 9.9.9.9\nnameserver 10.0.0.1\n');
});
