import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { BlobMissing, type BlobStore, type Kept, StoreError, type StoreReason } from './blob-store.ts';

export interface S3Address {
  /** The origin, such as https://s3.eu-central-1.amazonaws.com; the bucket is put into the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Whether browsers reach it, and fetch from it themselves. */
  links: boolean;
}

/** As much is in memory at once, twice at most. At most 10,000 parts make one object: 80 GiB. */
export const partBytes = 8 * 1024 * 1024;
/** For a whole call; for an answer that is being read, until its beginning, and between pieces. */
const callWithinMs = 120_000;
const linkSeconds = 60;

/** What the codes of refusals mean. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const reasons = new Map<string, StoreReason>([
  ['AccessDenied', 'key'],
  ['InvalidAccessKeyId', 'key'],
  ['SignatureDoesNotMatch', 'key'],
  ['NoSuchBucket', 'bucket'],
  ['PermanentRedirect', 'bucket'],
  ['AuthorizationHeaderMalformed', 'bucket'],
  ['RequestTimeTooSkewed', 'clock'],
]);

/**
 * Keeps blobs as objects of a bucket; each request is signed by signature version 4 with the hash of its body. Larger blobs
 * are sent in parts, which become one object only when all of them are there.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 * @param prefix the prefix of the objects' names: all objects with it belong to the store
 */
export function createS3Store(address: S3Address, prefix: string): BlobStore {
  const { endpoint, bucket, region, accessKey, secretKey, links } = address;
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 3,
  });
  const objectUrl = (key: string, query = ''): string => `${endpoint}/${bucket}/${prefix}${key}${query}`;

  /** @throws BlobMissing; StoreError with the status and the code that the other side gives */
  async function call(
    method: string,
    url: string,
    body: Buffer | string = '',
    more: Record<string, string> = {},
  ): Promise<Response> {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new Error(`no answer in ${callWithinMs} ms`)), callWithinMs);
    try {
      const answer = await client.fetch(url, {
        method,
        redirect: 'manual',
        headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'), ...more },
        ...(body.length > 0 ? { body: body as BodyInit } : {}),
        signal: ending.signal,
      });
      if (answer.ok) return answer;
      const code = tagOf(await answer.text(), 'Code') ?? '';
      const said = `${method} of the object storage was answered ${answer.status} ${code}`.trim();
      if (answer.status >= 500 || answer.status === 429) throw new StoreError('away', said);
      const isGone = answer.status === 404 && code !== 'NoSuchBucket';
      if (isGone) throw new BlobMissing(said);
      throw new StoreError(reasons.get(code) ?? (answer.status === 403 ? 'key' : 'refused'), said);
    } catch (error) {
      if (error instanceof StoreError || error instanceof BlobMissing) throw error;
      throw new StoreError('away', `the object storage at ${endpoint} cannot be reached (${causeOf(error)})`, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same; null where there is no such thing. */
  async function callIfThere(...request: Parameters<typeof call>): Promise<Response | null> {
    return call(...request).catch((error: unknown) => {
      if (error instanceof BlobMissing) return null;
      throw error;
    });
  }

  const abort = (key: string, uploadId: string) =>
    callIfThere('DELETE', objectUrl(key, `?uploadId=${encodeURIComponent(uploadId)}`));

  /** One page of a listing, with the query for the next one. */
  async function listed(what: string, element: string): Promise<{ elements: string[]; xml: string }> {
    const xml = await (await call('GET', `${endpoint}/${bucket}?${what}`)).text();
    return {
      elements: [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, one = '']) => one),
      xml,
    };
  }

  /** Incomplete multipart uploads of killed processes: invisible, but paid for. Some storages do not list them. */
  async function unfinished(start: string): Promise<(Kept & { uploadId: string })[]> {
    const query = `prefix=${encodeURIComponent(prefix + start)}&uploads=`;
    const { elements } = await listed(query, 'Upload').catch(() => ({ elements: [] }));
    return elements.map((one) => Object.assign(keptIn(one, 'Initiated'), { uploadId: tagOf(one, 'UploadId') ?? '' }));
  }

  const keptIn = (xml: string, time: string): Kept => ({
    key: (tagOf(xml, 'Key') ?? '').slice(prefix.length),
    at: new Date(tagOf(xml, time) ?? NaN),
  });

  async function putParts(key: string, first: Buffer, more: AsyncIterator<Buffer>): Promise<void> {
    const begun = await (await call('POST', objectUrl(key, '?uploads='))).text();
    const uploadId = tagOf(begun, 'UploadId');
    if (uploadId === null) throw new Error('the object storage has begun no upload');
    const upload = `uploadId=${encodeURIComponent(uploadId)}`;
    try {
      const etags: string[] = [];
      for (let part: Buffer | null = first; part !== null;) {
        const answer = await call('PUT', objectUrl(key, `?partNumber=${etags.length + 1}&${upload}`), part);
        etags.push(answer.headers.get('etag') ?? '');
        const next = await more.next();
        part = next.done === true ? null : next.value;
      }
      const parts = etags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const whole = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const done = await (await call('POST', objectUrl(key, `?${upload}`), whole)).text();
      // It is answered 200 before it is known whether it can be done.
      if (done.includes('<Error>')) throw new Error(`the upload was refused: ${tagOf(done, 'Code')}`);
    } catch (error) {
      await callIfThere('DELETE', objectUrl(key, `?${upload}`)).catch(() => undefined);
      throw error;
    }
  }

  return {
    isOnDisk: false,

    async put(key, pieces) {
      const parts = partsOf(pieces);
      const first = await parts.next();
      const part = first.done === true ? Buffer.alloc(0) : first.value;
      if (part.length < partBytes) await call('PUT', objectUrl(key), part);
      else await putParts(key, part, parts);
    },

    async get(key, from = 0) {
      const range: Record<string, string> = from === 0 ? {} : { range: `bytes=${from}-` };
      const answer = await callIfThere('GET', objectUrl(key), '', range);
      if (!answer?.body) throw new BlobMissing(key);
      if (from > 0 && answer.status !== 206) throw new StoreError('refused', 'the object storage sends no part of it');
      return Readable.from(buffersOf(answer.body), { objectMode: false });
    },

    async remove(key) {
      await callIfThere('DELETE', objectUrl(key));
      for (const left of await unfinished(key)) if (left.key === key) await abort(key, left.uploadId);
    },

    async *list() {
      yield await unfinished('');
      let next: string | null = null;
      do {
        const from = next === null ? '' : `&continuation-token=${encodeURIComponent(next)}`;
        const page = await listed(`list-type=2&prefix=${encodeURIComponent(prefix)}${from}`, 'Contents');
        yield page.elements.map((one) => keptIn(one, 'LastModified'));
        next = tagOf(page.xml, 'IsTruncated') === 'true' ? tagOf(page.xml, 'NextContinuationToken') : null;
      } while (next !== null);
    },

    async link(key, fileName) {
      if (!links) return null;
      const disposition = encodeURIComponent(`attachment; filename="${fileName}"`);
      const query = `?X-Amz-Expires=${linkSeconds}&response-content-disposition=${disposition}`;
      return (await client.sign(objectUrl(key, query), { method: 'GET', aws: { signQuery: true } })).url;
    },
  };
}

/** All of one size but the last. */
async function* partsOf(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer, void> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < partBytes) continue;
    const all = Buffer.concat(held);
    let at = 0;
    for (; bytes - at >= partBytes; at += partBytes) yield all.subarray(at, at + partBytes);
    held = [all.subarray(at)];
    bytes -= at;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** Gives up on a sender that falls silent; the reader may take any time. */
async function* buffersOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  const reader = body.getReader();
  try {
    for (;;) {
      const silence = Promise.withResolvers<never>();
      const silent = new StoreError('away', `the object storage sent nothing for ${callWithinMs} ms`);
      const timer = setTimeout(() => silence.reject(silent), callWithinMs);
      const { done, value } = await Promise.race([reader.read(), silence.promise]).finally(() => clearTimeout(timer));
      if (done) return;
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Node's fetch only says that it failed; the error's cause says why. */
function causeOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as { code?: string; message?: string };
  return code ?? message ?? 'no reason was given';
}

/** The text of the first element with that name. */
function tagOf(xml: string, name: string): string | null {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null;
}
