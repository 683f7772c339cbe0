import { z } from 'zod';
import { callDns, parseAnswer } from './call-dns.ts';
import {
  DnsFailure,
  type DnsProvider,
  type DnsReason,
  type DnsRecord,
  isInTheWay,
  isSameRecord,
} from './dns-provider.ts';

export interface CloudflareAddress {
  /** An origin. */
  base: string;
  zoneId: string;
  token: string;
}

/** 1,200 requests in five minutes are allowed; one realm costs up to nine. https://developers.cloudflare.com/fundamentals/api/reference/limits/ */
const pauseMs = 2_500;
const pageSize = 500;
/** A zone holds at most some 100,000 records. */
const maxPages = 400;

/** What codes mean, where the status alone does not say it. */
const reasons = new Map<number, DnsReason>([
  [6003, 'login'],
  [9109, 'login'],
  [10000, 'login'],
  [7003, 'zone'],
  // An A, AAAA or CNAME record with that host exists already.
  [81053, 'taken'],
  [81054, 'taken'],
]);
/** An identical record exists already. */
const duplicateCodes = new Set([81057, 81058]);
/** The record does not exist: a deletion's success. */
const goneCode = 81044;

const Envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.int(), message: z.string() })).default([]),
  result: z.unknown(),
  result_info: z.object({ total_pages: z.int() }).nullish(),
});
const CloudflareRecord = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  content: z.string(),
  comment: z.string().nullish(),
  data: z.object({ port: z.int().optional(), target: z.string().optional() }).nullish(),
});
type CloudflareRecord = z.infer<typeof CloudflareRecord>;

/**
 * Keeps records by Cloudflare's API v4, the mark as each record's comment.
 * Source: https://developers.cloudflare.com/api/resources/dns/subresources/records/
 */
export function createCloudflare({ base, zoneId, token }: CloudflareAddress, mark: string): DnsProvider {
  const zoneUrl = `${base}/client/v4/zones/${zoneId}`;

  async function call(method: string, url: string, signal: AbortSignal, record?: object) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = record ? { body: JSON.stringify(record) } : {};
    const { status, body: text } = await callDns(url, { method, headers, ...body }, signal);
    return { status, ...parseAnswer(Envelope, text, 'Cloudflare') };
  }

  /** @throws DnsFailure for an answer that refuses */
  async function ask(method: string, url: string, signal: AbortSignal, record?: object) {
    const answer = await call(method, url, signal, record);
    if (!answer.success) throw failureOf(answer);
    return answer;
  }

  async function list(query: string, signal: AbortSignal): Promise<CloudflareRecord[]> {
    const records: CloudflareRecord[] = [];
    for (let page = 1; page <= maxPages; page += 1) {
      const url = `${zoneUrl}/dns_records?${query}&per_page=${pageSize}&page=${page}`;
      const { result, result_info } = await ask('GET', url, signal);
      records.push(...z.array(CloudflareRecord).parse(result));
      if (page >= (result_info?.total_pages ?? 1)) return records;
    }
    throw new DnsFailure('zone', `Cloudflare's zone has more than ${maxPages * pageSize} records of ours`);
  }

  async function remove(id: string, signal: AbortSignal): Promise<void> {
    const answer = await call('DELETE', `${zoneUrl}/dns_records/${id}`, signal);
    if (!answer.success && !answer.errors.some(({ code }) => code === goneCode)) throw failureOf(answer);
  }

  /** @returns its id; null: an identical record has been created meanwhile */
  async function create(name: string, record: DnsRecord, signal: AbortSignal): Promise<string | null> {
    const body = { ...wireOf(record), name, type: record.type, ttl: 1, proxied: false, comment: mark };
    const answer = await call('POST', `${zoneUrl}/dns_records`, signal, body);
    if (answer.success) return CloudflareRecord.parse(answer.result).id;
    if (answer.errors.some(({ code }) => duplicateCodes.has(code))) return null;
    throw failureOf(answer);
  }

  return {
    place: `cloudflare ${zoneId}`,
    pauseMs,

    async zone(signal) {
      const { result } = await ask('GET', zoneUrl, signal);
      return z.object({ name: z.string() }).parse(result).name;
    },

    async set(name, wanted, signal) {
      const standing = await list(`name.exact=${encodeURIComponent(name)}`, signal);
      const own = standing.filter(({ comment }) => comment === mark);
      if (wanted.length > 0 && standing.some((record) => record.comment !== mark && isInTheWay(record.type, wanted))) {
        throw new DnsFailure('taken', `${name} has a record that is not ours`);
      }
      const kept = wanted.map((record) => own.find((one) => isSameRecord(recordOf(one), record)));
      // First, as a name that is an alias can have no other record. Of two that are the same one goes.
      for (const record of own) if (!kept.includes(record)) await remove(record.id, signal);
      const ids: string[] = [];
      for (const [index, record] of wanted.entries()) {
        const id = kept[index]?.id ?? (await create(name, record, signal));
        if (id === null)
          throw new DnsFailure('taken', `${name} has got the same record meanwhile, which may not be ours`);
        ids.push(id);
      }
      return ids[0] ?? null;
    },

    async own(signal) {
      const records = await list(`comment.exact=${encodeURIComponent(mark)}`, signal);
      // Filters ignore case.
      const own = records.filter(({ comment }) => comment === mark);
      const byName = Map.groupBy(own, ({ name }) => name);
      return new Map([...byName].map(([name, all]) => [name, all.map(recordOf)]));
    },
  };
}

/** Types other than ours are compared only with ours, and differ. */
function recordOf({ type, content, data }: CloudflareRecord): DnsRecord {
  const srv = type === 'SRV' && data?.target !== undefined ? `0 0 ${data.port} ${data.target}` : content;
  return { type: type as DnsRecord['type'], content: srv };
}

function wireOf({ type, content }: DnsRecord): object {
  if (type !== 'SRV') return { content };
  const [priority, weight, port, target] = content.split(' ');
  return { data: { priority: Number(priority), weight: Number(weight), port: Number(port), target } };
}

function failureOf({ status, errors }: { status: number; errors: { code: number; message: string }[] }): DnsFailure {
  const said = errors.map(({ code, message }) => `${code} ${message}`).join(', ');
  const byCode = errors.map(({ code }) => reasons.get(code)).find((reason) => reason !== undefined);
  const byStatus = status === 401 || status === 403 ? 'login' : status === 404 ? 'zone' : 'refused';
  return new DnsFailure(byCode ?? byStatus, `Cloudflare answered ${status}: ${said || 'nothing more'}`);
}
