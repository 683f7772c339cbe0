import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { BackupMissing, type BackupStore } from './backup-store.ts';

export interface S3Address {
  /** The origin, such as https://s3.eu-central-1.amazonaws.com; the bucket is put into the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** As much is in memory at once, twice at most. At most 10,000 parts make one object: 80 GiB. */
export const partBytes = 8 * 1024 * 1024;
/** Without a word from the other side. */
const callWithinMs = 120_000;

/**
 * Keeps backups as objects of a bucket, each request signed by signature version 4 with the hash of what it carries. What is larger
 * than a part comes in parts, which are one object only when all of them are there.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export function createS3Store({ endpoint, bucket, region, accessKey, secretKey }: S3Address): BackupStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 3,
  });
  const objectUrl = (key: string, query = ''): string => `${endpoint}/${bucket}/${key}.tar.zst${query}`;

  /** @throws Error with the status and the code that the other side gives */
  async function call(method: string, url: string, body: Buffer | string = '', allowed: number[] = []) {
    const answer = await client.fetch(url, {
      method,
      redirect: 'error',
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      ...(body.length > 0 ? { body: body as BodyInit } : {}),
      ...(method === 'GET' ? {} : { signal: AbortSignal.timeout(callWithinMs) }),
    });
    if (answer.ok || allowed.includes(answer.status)) return answer;
    const code = tagOf(await answer.text(), 'Code');
    throw new Error(`${method} of the object storage was answered ${answer.status} ${code ?? ''}`);
  }

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
    } catch (fault) {
      await call('DELETE', objectUrl(key, `?${upload}`), '', [404]).catch(() => undefined);
      throw fault;
    }
  }

  return {
    async put(key, pieces) {
      const parts = partsOf(pieces);
      const first = await parts.next();
      const part = first.done === true ? Buffer.alloc(0) : first.value;
      if (part.length < partBytes) await call('PUT', objectUrl(key), part);
      else await putParts(key, part, parts);
    },

    async get(key) {
      const answer = await call('GET', objectUrl(key), '', [404]);
      if (answer.status === 404 || !answer.body) throw new BackupMissing(key);
      return buffersOf(answer.body);
    },

    async remove(key) {
      // Of a process that was killed, parts are left that nobody sees and somebody pays for.
      const left = await (await call('GET', `${endpoint}/${bucket}?prefix=${key}&uploads=`)).text();
      for (const [, uploadId = ''] of left.matchAll(/<UploadId>([^<]+)<\/UploadId>/g)) {
        await call('DELETE', objectUrl(key, `?uploadId=${encodeURIComponent(uploadId)}`), '', [404]);
      }
      await call('DELETE', objectUrl(key), '', [404]);
    },
  };
}

/** All of one size but the last. */
async function* partsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
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

async function* buffersOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of body) yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}

/** What stands in the first element of that name. */
function tagOf(xml: string, name: string): string | null {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null;
}
