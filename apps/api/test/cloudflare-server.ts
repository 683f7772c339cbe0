import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A DNS record in the form of Cloudflare's API. */
interface StoredRecord {
  id: string;
  name: string;
  type: string;
  content: string;
  comment: string | null;
  ttl: number;
  proxied: boolean;
  data?: { priority: number; weight: number; port: number; target: string };
}

/** A stand-in for the part of Cloudflare's API v4 that manages one zone's records. */
export interface CloudflareServer extends AsyncDisposable {
  base: string;
  zoneId: string;
  token: string;
  records: StoredRecord[];
  /** Every request, as `GET /client/v4/…?…`. */
  requests: string[];
  /** Stores a record as another client of the zone would. */
  add(record: Partial<StoredRecord> & Pick<StoredRecord, 'name' | 'type' | 'content'>): void;
  /** Answers matching requests like this instead of carrying them out; `null` ends that. */
  refuse(pattern: RegExp | null, status?: number, headers?: Record<string, string>, code?: number): void;
  /** Called once, before the next POST is carried out, for changes between a read and a write. */
  beforePost: (() => void) | null;
}

interface Answer {
  status: number;
  result?: unknown;
  errors?: { code: number; message: string }[];
  result_info?: object;
  headers?: Record<string, string>;
}

const refusal = (status: number, code: number, message: string): Answer => ({ status, errors: [{ code, message }] });
const routing = new Set(['A', 'AAAA', 'CNAME']);
/** Small, so that there is more than one page although the zones are small. */
const mostPerPage = 5;

/** Sources: https://developers.cloudflare.com/api/resources/dns/subresources/records/, and the errors that public issues quote. */
export async function startCloudflare(zone: string): Promise<CloudflareServer> {
  const [zoneId, token] = [randomBytes(16).toString('hex'), 'token-of-the-tests'];
  const records: StoredRecord[] = [];
  const requests: string[] = [];
  let refused: { pattern: RegExp; answer: Answer } | null = null;
  const state: { beforePost: (() => void) | null } = { beforePost: null };

  const fresh = (record: Partial<StoredRecord> & Pick<StoredRecord, 'name' | 'type' | 'content'>): StoredRecord => ({
    comment: null,
    ttl: 1,
    proxied: false,
    ...record,
    id: randomBytes(16).toString('hex'),
  });

  function list(query: URLSearchParams): Answer {
    const fits = (record: StoredRecord): boolean =>
      [...query].every(([key, value]) => {
        if (key === 'name.exact') return record.name === value.toLowerCase();
        // Filters ignore case.
        if (key === 'comment.exact') return record.comment?.toLowerCase() === value.toLowerCase();
        return key === 'page' || key === 'per_page';
      });
    const found = records.filter(fits);
    const size = Math.min(Number(query.get('per_page') ?? 100), mostPerPage);
    const page = Number(query.get('page') ?? 1);
    const result = found.slice((page - 1) * size, page * size);
    const total_pages = Math.ceil(found.length / size);
    const result_info = { page, per_page: size, count: result.length, total_count: found.length, total_pages };
    return { status: 200, result, result_info };
  }

  function post(body: Partial<StoredRecord>): Answer {
    const { name = '', type = '', data } = body;
    if (!`.${name}`.endsWith(`.${zone}`)) return refusal(400, 1004, 'DNS Validation Error');
    // The content of an SRV record is made from its parts.
    const content = type === 'SRV' && data ? `${data.weight} ${data.port} ${data.target}` : (body.content ?? '');
    const beside = records.filter((record) => record.name === name);
    if (type !== 'SRV' && beside.some((record) => record.type === type && record.content === content)) {
      return refusal(400, 81058, 'An identical record already exists.');
    }
    const isTaken = beside.some((one) => routing.has(one.type) && (one.type === 'CNAME' || type === 'CNAME'));
    if (isTaken && routing.has(type)) {
      return refusal(400, 81053, 'An A, AAAA, or CNAME record with that host already exists.');
    }
    const record = fresh({ ...body, name, type, content });
    records.push(record);
    return { status: 200, result: record };
  }

  function answer({ method = '', url = '', headers }: IncomingMessage, body: unknown): Answer {
    const { pathname, searchParams } = new URL(url, 'http://cloudflare');
    if (refused?.pattern.test(`${method} ${url}`)) return refused.answer;
    if (headers.authorization !== `Bearer ${token}`) return refusal(403, 9109, 'Invalid access token');
    const [, root, version, zones, id, kind, recordId] = pathname.split('/');
    if (`${root}/${version}/${zones}` !== 'client/v4/zones') return refusal(404, 7000, 'No route for that URI');
    if (id !== zoneId)
      return refusal(
        404,
        7003,
        `Could not route to /client/v4/zones/${id}, perhaps your object identifier is invalid?`,
      );
    if (kind === undefined) return { status: 200, result: { id, name: zone, status: 'active' } };
    if (method === 'GET') return list(searchParams);
    if (method === 'POST') {
      state.beforePost?.();
      state.beforePost = null;
      return post(body as Partial<StoredRecord>);
    }
    const at = records.findIndex((record) => record.id === recordId);
    if (at < 0) return refusal(404, 81044, 'Record does not exist.');
    records.splice(at, 1);
    return { status: 200, result: { id: recordId } };
  }

  const server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await json(request) : null;
      requests.push(`${request.method} ${request.url}`);
      const { status, result = null, errors = [], result_info, headers = {} } = answer(request, body);
      const envelope = { result, success: errors.length === 0, errors, messages: [], result_info };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(envelope));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    zoneId,
    token,
    records,
    requests,
    add: (record: Parameters<CloudflareServer['add']>[0]) => void records.push(fresh(record)),
    refuse: (pattern: RegExp | null, status = 503, headers: Record<string, string> = {}, code = 10_000) => {
      refused = pattern && { pattern, answer: { ...refusal(status, code, 'refused by the test'), headers } };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
