import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type PowerDns, startPowerDns } from '@realmkeep/testkit/power-dns';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCloudflare } from '../src/integrations/dns/cloudflare.ts';
import { type DnsProvider, type DnsRecord, markOf } from '../src/integrations/dns/dns-provider.ts';
import { createPowerDns } from '../src/integrations/dns/powerdns.ts';
import { dnsProblem } from '../src/integrations/dns/try-dns.ts';
import { type CloudflareServer, startCloudflare } from './cloudflare-server.ts';

const zone = 'play.example.org';
const [mark, otherMark] = [markOf('installation-1'), markOf('installation-2')];
const here = () => AbortSignal.timeout(20_000);
const a = (content: string): DnsRecord => ({ type: 'A', content });
const aaaa = (content: string): DnsRecord => ({ type: 'AAAA', content });
const cname = (content: string): DnsRecord => ({ type: 'CNAME', content });
const srv = (host: string, port = 25_565): DnsRecord => ({ type: 'SRV', content: `0 0 ${port} ${host}` });

let pdns: PowerDns;
let cloudflare: CloudflareServer;
beforeAll(async () => {
  [pdns, cloudflare] = await Promise.all([startPowerDns(zone), startCloudflare(zone)]);
});
afterAll(async () => {
  await pdns[Symbol.asyncDispose]();
  await cloudflare[Symbol.asyncDispose]();
});

interface Side {
  make: (by?: string) => DnsProvider;
  /** The provider with another key or token. */
  stranger: () => DnsProvider;
  /** The records of a name, created by anyone, as `type content`. */
  read: (name: string) => Promise<string[]>;
  addForeign: (name: string, record: DnsRecord) => Promise<void>;
}

const sides: Record<string, Side> = {
  PowerDNS: {
    make: (by = mark) => createPowerDns({ base: pdns.url, zone, key: pdns.key }, by),
    stranger: () => createPowerDns({ base: pdns.url, zone, key: 'another-key' }, mark),
    read: async (name) => {
      const types = ['A', 'AAAA', 'CNAME', 'SRV'];
      const lines = await Promise.all(
        // A question for anything but an alias would be answered by the alias too.
        types.map(async (type) => (await rrsetsAt(name)).filter((set) => set.type === type)),
      );
      return lines
        .flat()
        .flatMap(({ type, records }) => records.map(({ content }) => `${type} ${content.replace(/\.$/, '')}`));
    },
    addForeign: async (name, { type, content }) => {
      const records = [{ content: type === 'CNAME' ? `${content}.` : content, disabled: false }];
      const rrset = { name: `${name}.`, type, ttl: 300, changetype: 'REPLACE', records };
      await pdns.call('PATCH', `/zones/${zone}.`, { rrsets: [rrset] });
    },
  },
  Cloudflare: {
    make: (by = mark) => createCloudflare({ ...cloudflare }, by),
    stranger: () => createCloudflare({ ...cloudflare, token: 'another-token' }, mark),
    read: async (name) =>
      cloudflare.records
        .filter((record) => record.name === name)
        .map(({ type, content, data }) => `${type} ${data ? `${data.priority} ` : ''}${content}`)
        .toSorted(),
    addForeign: async (name, record) => cloudflare.add({ ...record, name }),
  },
};

interface RrSet {
  name: string;
  type: string;
  records: { content: string }[];
}

async function rrsetsAt(name: string): Promise<RrSet[]> {
  const { rrsets } = (await pdns.call('GET', `/zones/${zone}.`)) as { rrsets: RrSet[] };
  return rrsets.filter((set) => set.name === `${name}.` && set.records.length > 0);
}

describe.each(Object.entries(sides))('%s', (kind, { make, stranger, read, addForeign }) => {
  const at = (label: string): string => `${label}-${kind.toLowerCase()}.${zone}`;

  test('makes, keeps, changes and removes what stands at a name', async () => {
    const [provider, name] = [make(), at('castle')];
    const id = await provider.set(name, [a('203.0.113.7'), aaaa('2001:db8::7')], here());
    expect(id).toEqual(expect.any(String));
    expect(await read(name)).toEqual(['A 203.0.113.7', 'AAAA 2001:db8::7']);
    await expect(provider.set(name, [a('203.0.113.7'), aaaa('2001:db8::7')], here())).resolves.toBe(id);
    await provider.set(name, [a('203.0.113.7'), a('203.0.113.8')], here());
    expect(await read(name)).toEqual(['A 203.0.113.7', 'A 203.0.113.8']);
    await provider.set(name, [cname('gateway.example.net')], here());
    expect(await read(name)).toEqual(['CNAME gateway.example.net']);
    await provider.set(name, [a('203.0.113.9')], here());
    expect(await read(name)).toEqual(['A 203.0.113.9']);
    await expect(provider.set(name, [], here())).resolves.toBeNull();
    await provider.set(name, [], here());
    expect(await read(name)).toEqual([]);
  });

  test('an SRV record and a wildcard stand beside the name', async () => {
    const [provider, name] = [make(), at('tower')];
    await provider.set(`*.${name}`, [a('203.0.113.7')], here());
    for (const port of [25_566, 25_567, 25_567]) {
      await provider.set(`_minecraft._tcp.${name}`, [srv(name, port)], here());
    }
    expect(await read(`_minecraft._tcp.${name}`)).toEqual([`SRV 0 0 25567 ${name}`]);
    expect(await read(`*.${name}`)).toEqual(['A 203.0.113.7']);
    const own = await provider.own(here());
    expect(own.get(`_minecraft._tcp.${name}`)).toEqual([srv(name, 25_567)]);
    expect(own.get(`*.${name}`)).toEqual([a('203.0.113.7')]);
    for (const one of [`*.${name}`, `_minecraft._tcp.${name}`]) await provider.set(one, [], here());
    expect([...(await provider.own(here())).keys()]).not.toContain(`*.${name}`);
  });

  test.each([a('198.51.100.1'), aaaa('2001:db8::1'), cname('elsewhere.example.net')])(
    "leaves somebody else's $type record alone, and says so",
    async (foreign) => {
      const [provider, name] = [make(), at(`taken-${foreign.type.toLowerCase()}`)];
      await addForeign(name, foreign);
      for (const wanted of [[a('203.0.113.7')], [cname('gateway.example.net')]]) {
        await expect(provider.set(name, wanted, here())).rejects.toMatchObject({ name: 'DnsFailure', reason: 'taken' });
      }
      await provider.set(name, [], here());
      expect(await read(name)).toEqual([`${foreign.type} ${foreign.content}`]);
      expect([...(await provider.own(here())).keys()]).not.toContain(name);
    },
  );

  test("another installation's records are somebody else's", async () => {
    const name = at('shared');
    await make(otherMark).set(name, [a('198.51.100.1')], here());
    await expect(make().set(name, [a('203.0.113.7')], here())).rejects.toMatchObject({ reason: 'taken' });
    await make().set(name, [], here());
    expect(await read(name)).toEqual(['A 198.51.100.1']);
    expect([...(await make(otherMark).own(here())).keys()]).toEqual([name]);
  });

  test('lists all of its own, however many', async () => {
    const provider = make();
    const names = Array.from({ length: 12 }, (_, index) => at(`many-${index}`));
    for (const name of names) await provider.set(name, [a('203.0.113.7')], here());
    const own = await provider.own(here());
    expect(names.map((name) => own.get(name))).toEqual(names.map(() => [a('203.0.113.7')]));
    for (const name of names) await provider.set(name, [], here());
  });

  test('says which zone it has, and why it has none', async () => {
    await expect(make().zone(here())).resolves.toBe(zone);
    await expect(dnsProblem(make(), zone)).resolves.toBeNull();
    await expect(dnsProblem(make(), `eu.${zone}`)).resolves.toBeNull();
    await expect(dnsProblem(make(), 'notplay.example.org')).resolves.toContain('does not hold BASE_DOMAIN');
    const refusal: unknown = await stranger()
      .set(at('castle'), [a('203.0.113.7')], here())
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: 'login' });
    expect(String(refusal)).not.toContain('another-');
    await expect(dnsProblem(stranger(), zone)).resolves.toMatch(/CLOUDFLARE_API_TOKEN or POWERDNS_API_KEY right/);
    const elsewhere = { PowerDNS: createPowerDns({ base: pdns.url, zone: 'example.net', key: pdns.key }, mark) };
    const nowhere =
      kind === 'PowerDNS' ? elsewhere.PowerDNS : createCloudflare({ ...cloudflare, zoneId: 'f'.repeat(32) }, mark);
    await expect(dnsProblem(nowhere, zone)).resolves.toMatch(/CLOUDFLARE_ZONE_ID or POWERDNS_ZONE right/);
  });
});

test.each(['PowerDNS', 'Cloudflare'])('nobody there: %s is away', async (kind) => {
  const base = 'http://127.0.0.1:2';
  const provider =
    kind === 'PowerDNS'
      ? createPowerDns({ base, zone, key: 'x' }, mark)
      : createCloudflare({ ...cloudflare, base }, mark);
  await expect(provider.own(here())).rejects.toMatchObject({ reason: 'away' });
  await expect(dnsProblem(provider, zone)).resolves.toContain('ECONNREFUSED');
});

const atCloudflare = (): DnsProvider => createCloudflare({ ...cloudflare }, mark);

describe("Cloudflare's own ways", () => {
  const name = `ways.${zone}`;
  afterEach(async () => {
    cloudflare.refuse(null);
    await atCloudflare().set(name, [], here());
  });

  test('a rate limit says for how long to rest, at most a quarter of an hour', async () => {
    cloudflare.refuse(/./, 429, { 'retry-after': '90' });
    await expect(atCloudflare().own(here())).rejects.toMatchObject({ reason: 'away', retryAfterMs: 90_000 });
    cloudflare.refuse(/./, 429, { 'retry-after': '999999' });
    await expect(atCloudflare().own(here())).rejects.toMatchObject({ retryAfterMs: 900_000 });
  });

  test.each([
    [502, {}, 'away'],
    [403, {}, 'login'],
    [400, { code: 1004 }, 'refused'],
  ])('%i is understood', async (status, { code = 9999 }: { code?: number }, reason) => {
    cloudflare.refuse(/./, status, {}, code);
    await expect(atCloudflare().set(name, [a('203.0.113.7')], here())).rejects.toMatchObject({ reason });
  });

  test('of two records that are the same one goes', async () => {
    for (let copy = 0; copy < 2; copy += 1) {
      cloudflare.add({ name, type: 'A', content: '203.0.113.7', comment: mark });
    }
    await atCloudflare().set(name, [a('203.0.113.7')], here());
    expect(cloudflare.records.filter((record) => record.name === name)).toHaveLength(1);
  });

  test('what somebody makes between the look and the change is not taken for ours', async () => {
    cloudflare.beforePost = () => cloudflare.add({ name, type: 'A', content: '203.0.113.7' });
    await expect(atCloudflare().set(name, [a('203.0.113.7')], here())).rejects.toMatchObject({ reason: 'taken' });
    cloudflare.records.splice(0);
    cloudflare.beforePost = () => cloudflare.add({ name, type: 'CNAME', content: 'elsewhere.example.net' });
    await expect(atCloudflare().set(name, [a('203.0.113.7')], here())).rejects.toMatchObject({ reason: 'taken' });
    cloudflare.records.splice(0);
  });

  test('what is gone already counts as removed', async () => {
    await atCloudflare().set(name, [a('203.0.113.7')], here());
    cloudflare.refuse(/^DELETE/, 404, {}, 81_044);
    await expect(atCloudflare().set(name, [], here())).resolves.toBeNull();
  });

  test('a record says by its comment whose it is, is no proxy, and lives as long as Cloudflare likes', async () => {
    await atCloudflare().set(name, [a('203.0.113.7')], here());
    const { comment, ttl, proxied } = cloudflare.records.find((record) => record.name === name) ?? {};
    expect({ comment, ttl, proxied }).toEqual({ comment: mark, ttl: 1, proxied: false });
  });
});

test('an operator tries the provider by hand, as bin/doctor does', async () => {
  const script = fileURLToPath(new URL('../scripts/dns-try.ts', import.meta.url));
  const settings = { BASE_DOMAIN: zone, DNS_TARGET: '203.0.113.7', POWERDNS_URL: pdns.url, POWERDNS_ZONE: zone };
  const run = (key: string) =>
    promisify(execFile)(process.execPath, [script], { env: { ...settings, POWERDNS_API_KEY: key } });
  await expect(run(pdns.key)).resolves.toMatchObject({ stdout: `powerdns ${pdns.url} ${zone} holds ${zone}` });
  await expect(run('another-key')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('POWERDNS_API_KEY right'),
  });
});
