import { createHash } from 'node:crypto';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { packRule, packUrl } from '@realmkeep/contract';
import { AppError } from '../../http/app-error.ts';
import type { ResolveHost } from './resolve-public.ts';

const maxRedirects = 3;
const deadlineSeconds = 60;
/** A server that is silent for this long counts as gone. */
const silenceMs = 10_000;
/** At once; each keeps the end of its archive in memory. */
const maxFetches = 4;
const zipBegins = Buffer.from('PK\x03\x04', 'latin1');

export interface CheckedPack {
  url: string;
  /** 40 hexadecimal digits. */
  sha1: string;
}

/** Fetches resource packs, to see what they are and to know their hash. */
export class ResourcePacks {
  readonly #resolve: ResolveHost;
  #fetches = 0;

  /** @param resolve says where each host is, and refuses those that are none of the caller's business */
  constructor(resolve: ResolveHost) {
    this.#resolve = resolve;
  }

  /**
   * @param url as `packUrl` gives it
   * @throws AppError with a code of the realm_pack_ ones, or unavailable while too many are being fetched
   */
  async check(url: string): Promise<CheckedPack> {
    if (this.#fetches >= maxFetches) throw new AppError('unavailable');
    this.#fetches += 1;
    const deadline = AbortSignal.timeout(deadlineSeconds * 1000);
    try {
      return { url, sha1: await readPack(await this.#follow(new URL(url), deadline)) };
    } catch (error) {
      if (deadline.aborted) throw new AppError('realm_pack_slow', { seconds: deadlineSeconds });
      if (error instanceof AppError) throw error;
      throw new AppError('realm_pack_unreachable');
    } finally {
      this.#fetches -= 1;
    }
  }

  async #follow(first: URL, signal: AbortSignal): Promise<IncomingMessage> {
    let url = first;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await get(url, await this.#resolve(url.hostname.replace(/^\[|\]$/g, '')), signal);
      const { statusCode = 0, headers } = answer;
      if (statusCode === 200) return answer;
      answer.destroy();
      const isRedirect = [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined;
      if (!isRedirect) throw new AppError('realm_pack_status', { status: statusCode });
      const next = packUrl(URL.parse(headers.location ?? '', url)?.href ?? '');
      if (next === null) throw new AppError('realm_pack_url');
      url = new URL(next);
    }
    throw new AppError('realm_pack_redirects', { limit: maxRedirects });
  }
}

/** Connects to this address and no other, whatever the name resolves to by now. */
function get(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const asking = request({
      host: address,
      port: url.port === '' ? undefined : Number(url.port),
      ...(isIP(url.hostname) === 0 && !url.hostname.startsWith('[') ? { servername: url.hostname } : {}),
      path: url.pathname + url.search,
      headers: { host: url.host, accept: 'application/zip, */*', 'user-agent': 'Realmkeep' },
      agent: false,
      timeout: silenceMs,
      signal,
    });
    asking.once('timeout', () => asking.destroy(new Error('nothing came')));
    asking.once('response', resolve);
    asking.once('error', reject);
    asking.end();
  });
}

/** @returns the hash. Only the end of the file is kept. */
async function readPack(answer: IncomingMessage): Promise<string> {
  const sha1 = createHash('sha1');
  const tail: Buffer[] = [];
  let [total, kept, begins] = [0, 0, Buffer.alloc(0)];
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > packRule.bytesMax) throw new AppError('realm_pack_size', { limit: packRule.bytesMax / 1024 / 1024 });
    sha1.update(chunk);
    if (begins.length < zipBegins.length) begins = Buffer.concat([begins, chunk.subarray(0, zipBegins.length)]);
    const isZip = begins.subarray(0, zipBegins.length).equals(zipBegins.subarray(0, begins.length));
    if (!isZip) throw new AppError('realm_pack_content');
    tail.push(chunk);
    kept += chunk.length;
    while (tail[0] && kept - tail[0].length >= longestDirectory) kept -= tail.shift()?.length ?? 0;
  }
  if (!holdsFile(Buffer.concat(tail), total, 'pack.mcmeta')) throw new AppError('realm_pack_content');
  return sha1.digest('hex');
}

/** The list of contents at the end of a zip archive. Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3.12, 4.3.16 */

const endRecord = { signature: 0x06054b50, length: 22, longestComment: 0xffff };
const entry = { signature: 0x02014b50, length: 46 };

/** No list that a 16-bit number can count, with names of usual length, is longer. */
const longestDirectory = 8 * 1024 * 1024;

/**
 * Whether the archive contains a file of this name.
 * @param tail the last bytes of the archive, up to `longestDirectory` of them
 * @param total bytes of the whole archive
 * @returns false also if it is not a zip archive, or is truncated
 */
function holdsFile(tail: Buffer, total: number, name: string): boolean {
  const end = endOf(tail);
  if (end === null) return false;
  let at = tail.readUInt32LE(end + 16) - (total - tail.length);
  while (at >= 0 && at + entry.length <= end && tail.readUInt32LE(at) === entry.signature) {
    const nameLength = tail.readUInt16LE(at + 28);
    const start = at + entry.length;
    if (tail.toString('utf8', start, start + nameLength) === name) return true;
    at = start + nameLength + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  return false;
}

/** Where the end record begins: its comment must reach exactly to the end of the archive. */
function endOf(tail: Buffer): number | null {
  const last = tail.length - endRecord.length;
  for (let at = last; at >= Math.max(0, last - endRecord.longestComment); at -= 1) {
    if (tail.readUInt32LE(at) === endRecord.signature && tail.readUInt16LE(at + 20) === last - at) return at;
  }
  return null;
}
