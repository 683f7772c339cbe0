import type { NetworkInterfaceInfo } from 'node:os';
import { packUrl } from '@realmkeep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolvePublic } from '../src/integrations/resource-packs/resolve-public.ts';
import { ResourcePacks } from '../src/integrations/resource-packs/resource-packs.ts';
import { pack, packSha1, type PackServer, startPackServer, zipOf } from './pack-server.ts';
import { makeUser, realmBody, type TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** A zip archive that never ends. */
const endless = Buffer.concat([zipOf('pack.mcmeta').subarray(0, 30), Buffer.alloc(1024 * 1024)]);

let server: PackServer;
let api: TestApi;
let owner: TestUser;
let id: string;
beforeAll(async () => {
  server = await startPackServer({
    '/pack.zip': (_, response) => response.end(pack),
    '/pack.zip?with=%C2%A7&query': (_, response) => response.end(pack),
    '/chunks.zip': (_, response) => {
      for (const byte of pack) response.write(Buffer.of(byte));
      response.end();
    },
    '/on': (_, response) => response.writeHead(302, { location: '/pack.zip' }).end(),
    '/on/2': (_, response) => response.writeHead(301, { location: `http://other.example:${server.port}/on` }).end(),
    '/on/3': (_, response) => response.writeHead(308, { location: '/on/2' }).end(),
    '/on/4': (_, response) => response.writeHead(307, { location: '/on/3' }).end(),
    '/inside': (_, response) =>
      response.writeHead(302, { location: `http://inside.example:${server.port}/pack.zip` }).end(),
    '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/nowhere': (_, response) => response.writeHead(302, { location: 'http://[' }).end(),
    '/broken': (_, response) => response.writeHead(500).end(),
    '/page': (_, response) => response.end('<!doctype html><title>Download</title>'),
    '/empty': (_, response) => response.end(),
    '/plain.zip': (_, response) => response.end(zipOf('readme.txt', 'pack.mcmeta.txt', 'a/pack.mcmeta')),
    '/cut.zip': (_, response) => response.end(pack.subarray(0, pack.length - 5)),
    '/endless.zip': (_, response) => {
      response.write(endless);
      const more = (): void => {
        while (!response.destroyed && response.write(endless.subarray(30)));
      };
      response.on('drain', more);
      more();
    },
    '/hangs-up': (request) => void request.socket.destroy(),
  });
  api = await startTestApi({
    // Other hosts are resolved as usual; none of them is on this machine.
    resolveHost: async (host) =>
      /^(packs|other)\.example$/.test(host)
        ? '127.0.0.1'
        : resolvePublic(host === 'inside.example' ? '10.0.0.7' : host),
  });
  owner = await makeUser(api, 'DRAGON');
  ({ id } = await owner.client.realmCreate({ body: realmBody('My Castle', 'packs') }));
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const setPack = (resourcePackUrl: string | null, { client } = owner) =>
  client.realmSettingsUpdate({ params: { id }, body: { resourcePackUrl, updatedFields: ['resourcePackUrl'] } });

const at = (path: string, host = 'packs.example') => `http://${host}:${server.port}${path}`;
const told = () => api.runtime.place.realms.get(id)?.spec.settings.resourcePack;

test('there is a realm that runs', async () => {
  await expect.poll(() => api.app.ctx.directory.observed(id)?.phase).toBe('READY');
});

describe('a resource pack', () => {
  test.each(['/pack.zip', '/pack.zip?with=§&query', '/chunks.zip', '/on', '/on/3'])(
    'at %s is fetched, and the realm’s process is told its address and hash',
    async (path) => {
      const { realm, applied } = await setPack(at(path));
      const url = new URL(at(path)).href;
      expect(realm.settings.resourcePackUrl).toBe(url);
      expect(applied).toEqual(['resourcePackUrl']);
      await expect.poll(told).toEqual({ url, sha1: packSha1 });
    },
  );

  test('is asked for by the name of its host, though the address was looked up before', async () => {
    await setPack(at('/pack.zip'));
    expect(server.hosts.at(-1)).toBe(`packs.example:${server.port}`);
  });

  test('goes when it is taken away', async () => {
    await setPack(at('/pack.zip'));
    const { realm } = await setPack(null);
    expect(realm.settings.resourcePackUrl).toBeNull();
    await expect.poll(told).toBeNull();
  });

  test.each([
    ['/on/4', 'realm_pack_redirects', { limit: 3 }],
    ['/inside', 'realm_pack_address', {}],
    ['/file', 'realm_pack_url', {}],
    ['/nowhere', 'realm_pack_url', {}],
    ['/broken', 'realm_pack_status', { status: 500 }],
    ['/missing', 'realm_pack_status', { status: 404 }],
    ['/page', 'realm_pack_content', {}],
    ['/empty', 'realm_pack_content', {}],
    ['/plain.zip', 'realm_pack_content', {}],
    ['/cut.zip', 'realm_pack_content', {}],
    ['/endless.zip', 'realm_pack_size', { limit: 100 }],
    ['/hangs-up', 'realm_pack_unreachable', {}],
  ])('at %s is refused with %s, and the one before stays', async (path, code, params) => {
    const before = (await owner.client.realmGet({ params: { id } })).settings;
    await expect(setPack(at(path))).rejects.toMatchObject({ status: 400, code, params });
    await expect(owner.client.realmGet({ params: { id } })).resolves.toMatchObject({ settings: before });
  });

  test('is DRAGON’s', async () => {
    const ghast = await makeUser(api, 'GHAST');
    const realm = await ghast.client.realmCreate({ body: realmBody('My Castle', 'no-packs') });
    const asked = server.hosts.length;
    const body = { resourcePackUrl: at('/pack.zip'), updatedFields: ['resourcePackUrl' as const] };
    await expect(ghast.client.realmSettingsUpdate({ params: { id: realm.id }, body })).rejects.toMatchObject({
      status: 403,
      code: 'realm_pack_tier',
    });
    expect(server.hosts.length).toBe(asked);
  });
});

test('twenty packs are fetched in ten minutes', async () => {
  const dragon = await makeUser(api, 'DRAGON');
  const realm = await dragon.client.realmCreate({ body: realmBody('My Castle', 'many-packs') });
  const body = { resourcePackUrl: at('/missing'), updatedFields: ['resourcePackUrl' as const] };
  const codes = [];
  for (let i = 0; i < 21; i += 1) {
    codes.push(
      await dragon.client
        .realmSettingsUpdate({ params: { id: realm.id }, body })
        .catch(({ code }: { code: string }) => code),
    );
  }
  expect(codes.slice(19)).toEqual(['realm_pack_status', 'rate_limited']);
});

describe('where hosts are', () => {
  test.each([
    'localhost',
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '168.63.129.16',
    '203.0.113.7',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('%s is nobody’s business', async (host) => {
    await expect(resolvePublic(host)).rejects.toMatchObject({ code: 'realm_pack_address' });
  });

  test.each([
    ['8.8.8.7/24', 'IPv4', '8.8.8.8'],
    ['2a01:4f8:1:2::7/64', 'IPv6', '2a01:4f8:1:2::8'],
  ] as const)('with %s of its own nobody of that network is reached', async (cidr, family, near) => {
    const [address = ''] = cidr.split('/');
    const own = { eth0: [{ address, cidr, family, netmask: '', mac: '', internal: false, scopeid: 0 }] };
    for (const host of [address, near]) {
      await expect(resolvePublic(host, own as NodeJS.Dict<NetworkInterfaceInfo[]>)).rejects.toMatchObject({
        code: 'realm_pack_address',
      });
    }
    await expect(resolvePublic('1.1.1.1', own as NodeJS.Dict<NetworkInterfaceInfo[]>)).resolves.toBe('1.1.1.1');
  });

  test('an address of the public internet is itself, a name that there is none of is unreachable', async () => {
    await expect(resolvePublic('1.1.1.1')).resolves.toBe('1.1.1.1');
    await expect(resolvePublic('no-such-host.invalid')).rejects.toMatchObject({ code: 'realm_pack_unreachable' });
  });

  test('a name that means this machine from the second question on leads there neither by itself nor by a redirect', async () => {
    const asked: string[] = [];
    // The first time it resolves to the pack server, which stands for a public one.
    const packs = new ResourcePacks(async (host) => {
      asked.push(host);
      return asked.length === 1 ? '127.0.0.1' : resolvePublic('127.0.0.1');
    });
    const before = server.hosts.length;
    await expect(packs.check(at('/pack.zip', 'rebound.example'))).resolves.toMatchObject({ sha1: packSha1 });
    expect(asked.splice(0)).toEqual(['rebound.example']);
    const onward = at('/on', 'rebound.example');
    await expect(packs.check(onward)).rejects.toMatchObject({ code: 'realm_pack_address' });
    expect(asked).toEqual(['rebound.example', 'rebound.example']);
    // The redirect's target received no request.
    expect(server.hosts).toHaveLength(before + 2);
  });

  test.each(['2130706433', '0x7f.1', '127.1', '[::1]'])('http://%s leads to this machine', async (host) => {
    const packs = new ResourcePacks(resolvePublic);
    await expect(packs.check(packUrl(at('/pack.zip', host)) ?? '')).rejects.toMatchObject({
      code: 'realm_pack_address',
    });
  });

  test.each([
    'ftp://packs.example/a.zip',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'pack.zip',
    '',
    'http://',
    'http://me:secret@packs.example/',
  ])('the address %j is none of a pack', async (url) => {
    await expect(setPack(url)).rejects.toMatchObject({ code: 'realm_pack_url' });
  });
});
