import { z } from 'zod';
import { callDns, parseAnswer } from './call-dns.ts';
import { DnsFailure, type DnsProvider, type DnsRecord, isInTheWay, isSameRecord } from './dns-provider.ts';

export interface PowerDnsAddress {
  /** An origin. */
  base: string;
  zone: string;
  key: string;
}

/** Seconds: resolvers follow a rename within a minute. */
const ttl = 60;
const pauseMs = 20;

const Zone = z.object({
  name: z.string(),
  rrsets: z
    .array(
      z.object({
        name: z.string(),
        type: z.string(),
        records: z.array(z.object({ content: z.string() })),
        comments: z.array(z.object({ content: z.string() })).default([]),
      }),
    )
    .default([]),
});
type RrSet = z.infer<typeof Zone>['rrsets'][number];

/**
 * Keeps records by the HTTP API of PowerDNS's authoritative server, 4.2 or later, the mark as a comment of each set of records. The zone's
 * backend must keep comments: the generic SQL ones do.
 * Source: https://doc.powerdns.com/authoritative/http-api/zone.html
 */
export function createPowerDns({ base, zone, key }: PowerDnsAddress, mark: string): DnsProvider {
  const zoneUrl = `${base}/api/v1/servers/localhost/zones/${zone}.`;

  async function call(method: string, url: string, signal: AbortSignal, body?: object): Promise<string> {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = body ? { body: JSON.stringify(body) } : {};
    const { status, body: text } = await callDns(url, { method, headers, ...sent }, signal);
    if (status < 300) return text;
    const said = `PowerDNS answered ${status}: ${text.slice(0, 300)}`;
    if (status === 401 || status === 403) throw new DnsFailure('login', said);
    if (status === 404) throw new DnsFailure('zone', said);
    throw new DnsFailure(/conflicts with/i.test(text) ? 'taken' : 'refused', said);
  }

  /** @param query `rrset_name`: the answer also includes others' comments, without records */
  async function read(query: string, signal: AbortSignal): Promise<z.infer<typeof Zone>> {
    return parseAnswer(Zone, await call('GET', `${zoneUrl}${query}`, signal), 'PowerDNS');
  }

  const isOwn = ({ comments }: RrSet): boolean => comments.some(({ content }) => content === mark);

  return {
    place: `powerdns ${base} ${zone}`,
    pauseMs,

    async zone(signal) {
      return (await read('?rrsets=false', signal)).name.replace(/\.$/, '');
    },

    async set(name, wanted, signal) {
      const { rrsets } = await read(`?rrset_name=${encodeURIComponent(`${name}.`)}`, signal);
      const standing = rrsets.filter((set) => set.name === `${name}.` && set.records.length > 0);
      const byType = Map.groupBy(wanted, ({ type }) => type);
      const strangers = standing.filter((set) => !isOwn(set));
      if (wanted.length > 0 && strangers.some(({ type }) => isInTheWay(type, wanted))) {
        throw new DnsFailure('taken', `${name} has a record that is not ours`);
      }
      const leaving = standing.filter((set) => isOwn(set) && !byType.has(set.type as DnsRecord['type']));
      const coming = [...byType].filter(([type, records]) => {
        const set = standing.find((one) => one.type === type);
        return !set || !isSameSet(recordsOf(set), records);
      });
      const changes = [
        ...leaving.map(({ type }) => ({ name: `${name}.`, type, changetype: 'DELETE' })),
        ...coming.map(([type, records]) => ({
          name: `${name}.`,
          type,
          ttl,
          changetype: 'REPLACE',
          records: records.map((record) => ({ content: wireOf(record), disabled: false })),
          comments: [{ content: mark, account: 'realmkeep' }],
        })),
      ];
      // All of them or none.
      if (changes.length > 0) await call('PATCH', zoneUrl, signal, { rrsets: changes });
      return wanted[0] ? `${name}./${wanted[0].type}` : null;
    },

    async own(signal) {
      const { rrsets } = await read('', signal);
      const own = rrsets.filter((set) => set.records.length > 0 && isOwn(set));
      const byName = Map.groupBy(own, ({ name }) => name.replace(/\.$/, ''));
      return new Map([...byName].map(([name, sets]) => [name, sets.flatMap(recordsOf)]));
    },
  };
}

/** Types other than ours are compared only with ours, and differ. */
function recordsOf({ type, records }: RrSet): DnsRecord[] {
  return records.map(({ content }) => ({ type: type as DnsRecord['type'], content: content.replace(/\.$/, '') }));
}

function isSameSet(some: readonly DnsRecord[], others: readonly DnsRecord[]): boolean {
  return some.length === others.length && some.every((one) => others.some((other) => isSameRecord(one, other)));
}

function wireOf({ type, content }: DnsRecord): string {
  return type === 'A' || type === 'AAAA' ? content : `${content}.`;
}
