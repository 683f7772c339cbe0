import { randomUUID } from 'node:crypto';
import { type PowerDns, startPowerDns } from '@realmkeep/testkit/power-dns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCloudflare } from './cloudflare-server.ts';
import { freshAddress, makeUser, realmBody, type TestUser } from './people.ts';
import { makeAdmin } from './people-money.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

const zone = 'example.org';
const base = 'play.example.org';
const target = { a: '203.0.113.7', aaaa: '2001:db8::7' };

let pdns: PowerDns;
let api: TestApi;
let owner: TestUser;
const environment = () => ({
  BASE_DOMAIN: base,
  GAME_PORT: '25566',
  DNS_TARGET: `${target.a}, 2001:DB8:0:0::7`,
  POWERDNS_URL: pdns.url,
  POWERDNS_API_KEY: pdns.key,
  POWERDNS_ZONE: zone,
});
beforeAll(async () => {
  pdns = await startPowerDns(zone);
  api = await startTestApi({ environment: environment() });
  owner = await makeUser(api, 'DRAGON');
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await pdns[Symbol.asyncDispose]();
});

const freshRealmName = (): string => `Realm ${randomUUID().replaceAll(/[^a-f]/g, '')}`.slice(0, 32);

async function newRealm(address = freshAddress()): Promise<{ id: string; address: string }> {
  const { id, domain } = await owner.client.realmCreate({ body: realmBody(freshRealmName(), address) });
  expect(domain.domain).toBe(`${address.toLowerCase()}.${base}`);
  return { id, address };
}

const domainOf = async (id: string) => (await owner.client.realmGet({ params: { id } })).domain;
const isReady = (id: string) => expect.poll(async () => (await domainOf(id)).records).toBe('READY');
/** The zone's records for an address: the realm's name, the one for login codes, and the SRV record. */
const standing = async (address: string) => ({
  a: await pdns.dig(`${address}.${base}`, 'A'),
  aaaa: await pdns.dig(`${address}.${base}`, 'AAAA'),
  code: await pdns.dig(`abc123.${address}.${base}`, 'A'),
  srv: await pdns.dig(`_minecraft._tcp.${address}.${base}`, 'SRV'),
});
const whole = (address: string) => ({
  a: [target.a],
  aaaa: [target.aaaa],
  code: [target.a],
  srv: [`0 0 25566 ${address.toLowerCase()}.${base}.`],
});
const nothing = { a: [], aaaa: [], code: [], srv: [] };

describe('with PowerDNS', () => {
  test('a realm gets its records, and they follow its address until it is deleted', async () => {
    const { id, address } = await newRealm(`M${freshAddress()}`);
    await isReady(id);
    expect(await standing(address)).toEqual(whole(address));
    await expect(domainOf(id)).resolves.toEqual({
      domain: `${address.toLowerCase()}.${base}`,
      dns_record_id: `${address.toLowerCase()}.${base}./A`,
      to_ip: target.a,
      records: 'READY',
    });
    const { owned } = await owner.client.realmList();
    expect(owned.find((realm) => realm.id === id)?.domain.records).toBe('READY');

    const next = freshAddress();
    const renamed = await owner.client.realmRename({
      params: { id },
      body: { realmName: freshRealmName(), domainName: next },
    });
    expect(renamed.domain).toMatchObject({ dns_record_id: null, to_ip: null, records: 'PENDING' });
    await isReady(id);
    expect(await standing(next)).toEqual(whole(next));
    await expect.poll(() => standing(address)).toEqual(nothing);

    await owner.client.realmDelete({ params: { id } });
    await expect.poll(() => standing(next)).toEqual(nothing);
    await expect.poll(() => runSql(api.config.databaseUrl, 'select * from dns_records')).toEqual([]);
  });

  test('an address that passes from one realm to another keeps its records', async () => {
    const { id, address } = await newRealm();
    await isReady(id);
    await owner.client.realmDelete({ params: { id } });
    const { id: second } = await newRealm(address);
    await isReady(second);
    await expect.poll(() => standing(address)).toEqual(whole(address));
  });

  test('what cannot be done while the provider is away is done when it is back', async () => {
    const { id: kept, address: old } = await newRealm();
    const { id: leaving, address: gone } = await newRealm();
    await isReady(kept);
    await isReady(leaving);
    await pdns.stop();
    const { id: coming, address: fresh } = await newRealm();
    const next = freshAddress();
    await owner.client.realmRename({ params: { id: kept }, body: { realmName: freshRealmName(), domainName: next } });
    await owner.client.realmDelete({ params: { id: leaving } });
    await expect.poll(async () => (await domainOf(coming)).records).toBe('FAILED');
    await expect(domainOf(coming)).resolves.toMatchObject({ dns_record_id: null, to_ip: null });
    await expect.poll(problem).toContain('ECONNREFUSED');
    await pdns.start();
    await isReady(coming);
    await isReady(kept);
    expect(await standing(fresh)).toEqual(whole(fresh));
    expect(await standing(next)).toEqual(whole(next));
    await expect.poll(() => standing(old)).toEqual(nothing);
    await expect.poll(() => standing(gone)).toEqual(nothing);
    await expect.poll(problem).toBeNull();
  });

  test('an outage is asked after less and less often', async () => {
    await pdns.stop();
    const { id } = await newRealm();
    await expect
      .poll(leftOfPause)
      .toSatisfy(({ pause, left }: { pause: number; left: number }) => pause >= 4 && left > pause - 2);
    await pdns.start();
    await expect.poll(problem).toBeNull();
    await isReady(id);
  });

  test("somebody else's record is left alone, and the realm has it when that is gone", async () => {
    const address = freshAddress();
    const foreign = (records: object[]) => ({
      rrsets: [{ name: `${address}.${base}.`, type: 'A', ttl: 60, changetype: 'REPLACE', records }],
    });
    await pdns.call('PATCH', `/zones/${zone}.`, foreign([{ content: '198.51.100.1', disabled: false }]));
    const { id } = await newRealm(address);
    await expect.poll(async () => (await domainOf(id)).records).toBe('FAILED');
    expect((await standing(address)).a).toEqual(['198.51.100.1']);
    const admin = await makeAdmin(api);
    await expect(admin.client.adminMachine()).resolves.toMatchObject({
      dns: { failed: 1, hosts: [{ host: `${address}.${base}`, problem: 'TAKEN' }], problem: null },
    });
    await pdns.call('PATCH', `/zones/${zone}.`, foreign([]));
    await runSql(api.config.databaseUrl, 'update dns_records set next_attempt_at = now()');
    await owner.client.realmDelete({ params: { id: (await newRealm()).id } });
    await isReady(id);
    expect(await standing(address)).toEqual(whole(address));
  });

  test('metrics count the names by what came of them', async () => {
    const { id } = await newRealm();
    await isReady(id);
    const headers = { authorization: `Bearer ${api.config.secrets.metricsToken}` };
    const metrics = async () => (await fetch(`${api.url}/metrics`, { headers })).text();
    expect(await metrics()).toMatch(/^realmkeep_dns_names\{state="published"\} [1-9]/m);
    // Figures of the previous test stay until they are counted again.
    await expect.poll(metrics).toMatch(/^realmkeep_dns_names\{state="failed"\} 0$/m);
    await expect.poll(metrics).toMatch(/^realmkeep_dns_failures 0$/m);
  });
});

const zoneRow = async () => {
  const text = `select problem, failures, extract(epoch from next_attempt_at - now())::float as seconds from dns_zone`;
  return (await runSql(api.config.databaseUrl, text))[0] ?? {};
};
const problem = async () => (await zoneRow())['problem'];

/** What is left of the pause, which doubles each time; some of it has passed already. */
async function leftOfPause() {
  const { failures, seconds } = await zoneRow();
  const pause = 2 ** (Number(failures) - 1);
  expect(Number(seconds)).toBeLessThanOrEqual(pause);
  return { pause, left: Number(seconds) };
}

/** A set of records with one address, for PowerDNS's API. */
const record = (name: string, content: string, more: object) => {
  const records = [{ content, disabled: false }];
  return { name: `${name}.`, type: 'A', ttl: 60, changetype: 'REPLACE', records, ...more };
};

test('what the zone has of ours without a realm goes; what was changed there is mended', async () => {
  await using other = await startTestApi({ environment: environment(), databaseUrl: api.config.databaseUrl });
  const { id, address } = await newRealm();
  await isReady(id);
  const [installation] = await runSql(other.config.databaseUrl, 'select id from installation');
  const comments = [{ content: `realmkeep ${String(installation?.['id'])}`, account: '' }];
  await pdns.call('PATCH', `/zones/${zone}.`, {
    rrsets: [
      record(`lost.${base}`, target.a, { comments }),
      record(`old.elsewhere.${zone}`, target.a, { comments }),
      record(`${address}.${base}`, '198.51.100.9', { comments }),
      record(`theirs.${base}`, '198.51.100.1', {}),
    ],
  });
  await runSql(api.config.databaseUrl, 'update dns_zone set compared_at = null');
  await owner.client.realmDelete({ params: { id: (await newRealm()).id } });
  await expect.poll(() => pdns.dig(`lost.${base}`, 'A')).toEqual([]);
  await expect.poll(() => pdns.dig(`old.elsewhere.${zone}`, 'A')).toEqual([]);
  await expect.poll(() => standing(address)).toEqual(whole(address));
  expect(await pdns.dig(`theirs.${base}`, 'A')).toEqual(['198.51.100.1']);
});

test('records follow the settings: another target, a name instead of an address', async () => {
  const named = { ...environment(), BASE_DOMAIN: `eu.${zone}`, DNS_TARGET: 'gateway.example.net', GAME_PORT: '25565' };
  let { address, id } = { address: '', id: '' };
  let databaseUrl = '';
  {
    await using before = await startTestApi({ environment: { ...named, DNS_TARGET: '203.0.113.20' } });
    databaseUrl = before.config.databaseUrl;
    const { client } = await makeUser(before);
    address = freshAddress();
    ({ id } = await client.realmCreate({ body: realmBody('Castle', address) }));
    await expect.poll(() => pdns.dig(`${address}.eu.${zone}`, 'A')).toEqual(['203.0.113.20']);
  }
  await using after = await startTestApi({ environment: named, databaseUrl });
  await expect.poll(() => pdns.dig(`${address}.eu.${zone}`, 'CNAME')).toEqual(['gateway.example.net.']);
  await expect
    .poll(() => runSql(after.config.databaseUrl, 'select to_ip from dns_records where published like $1', ['gateway%']))
    .toEqual([{ to_ip: null }]);
  expect(id).not.toBe('');
});

test('with Cloudflare the same, and nobody else is told the token', async () => {
  await using cloudflare = await startCloudflare(zone);
  const settings = {
    BASE_DOMAIN: base,
    DNS_TARGET: target.a,
    CLOUDFLARE_API_BASE: cloudflare.base,
    CLOUDFLARE_ZONE_ID: cloudflare.zoneId,
    CLOUDFLARE_API_TOKEN: cloudflare.token,
    LOG_LEVEL: 'trace',
  };
  let log = '';
  await using other = await startTestApi({ environment: settings, logTo: { write: (line) => void (log += line) } });
  cloudflare.refuse(/dns_records/, 429, { 'retry-after': '2' });
  const { client } = await makeUser(other);
  const { id } = await client.realmCreate({ body: realmBody('Castle', 'castle') });
  const records = async () => (await client.realmGet({ params: { id } })).domain;
  await expect.poll(async () => (await records()).records).toBe('FAILED');
  cloudflare.refuse(null);
  await expect.poll(async () => (await records()).records).toBe('READY');
  const own = cloudflare.records.find(({ name }) => name === `castle.${base}`);
  await expect(records()).resolves.toMatchObject({ dns_record_id: own?.id, to_ip: target.a });
  expect(cloudflare.records.map(({ name, type }) => `${type} ${name}`)).toEqual([
    `A castle.${base}`,
    `A *.castle.${base}`,
    `SRV _minecraft._tcp.castle.${base}`,
  ]);
  await client.realmDelete({ params: { id } });
  await expect.poll(() => cloudflare.records).toEqual([]);
  expect(log).toContain('failed to publish a DNS record');
  expect(log).not.toContain(cloudflare.token);
});

test('a process that ends between two records of a name leaves them to the next one', async () => {
  await using cloudflare = await startCloudflare(zone);
  const environment = {
    BASE_DOMAIN: base,
    DNS_TARGET: target.a,
    CLOUDFLARE_API_BASE: cloudflare.base,
    CLOUDFLARE_ZONE_ID: cloudflare.zoneId,
    CLOUDFLARE_API_TOKEN: cloudflare.token,
  };
  const ended = Promise.withResolvers<void>();
  const first = await startTestApi({ environment });
  const { client } = await makeUser(first);
  cloudflare.beforePost = () => ended.resolve(first[Symbol.asyncDispose]());
  await client.realmCreate({ body: realmBody('Castle', 'castle') });
  await ended.promise;
  expect(cloudflare.records.length).toBeLessThan(3);
  await using second = await startTestApi({ environment, databaseUrl: first.config.databaseUrl });
  await expect.poll(() => cloudflare.records.map(({ type }) => type)).toEqual(['A', 'A', 'SRV']);
  const published = 'select host from dns_records where published is not null';
  await expect.poll(() => runSql(second.config.databaseUrl, published)).toEqual([{ host: `castle.${base}` }]);
});

test('without a provider a wildcard serves all, and no realm has a record', async () => {
  await using other = await startTestApi();
  const { client } = await makeUser(other);
  const { domain } = await client.realmCreate({ body: realmBody('Castle', 'castle') });
  expect(domain).toEqual({ domain: 'castle.localhost', dns_record_id: null, to_ip: null, records: null });
});
