import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const credentials = { accessKey: 'AKIATEST', secretKey: 'a-secret-key-of-the-tests', region: 'eu-test-1' };
export const bucket = 'realm-backups';

export interface S3Server extends AsyncDisposable {
  endpoint: string;
  objects: Map<string, Buffer>;
  /** The times of objects that were not written just now. */
  writtenAt: Map<string, Date>;
  /** How many times each object was read. */
  served: Map<string, number>;
  /** Parts of incomplete uploads, by the upload's id. */
  uploads: Map<string, { path: string; parts: Map<number, Buffer> }>;
  /** The methods of refused requests. */
  refused: string[];
  /** Answers 400 to the next request that matches the pattern. */
  failNext(pattern: RegExp): void;
  /** Answers like this to every request that matches the pattern, until it is called again. */
  refuse(pattern: RegExp, status: number, code: string): void;
}

interface Answer {
  status: number;
  body?: Buffer | string;
  etag?: string;
  disposition?: string;
}

/** Objects in one answer: fewer than there are, so that lists have pages. */
const listedAtOnce = 2;

/** A stand-in for the object storage, which verifies signatures of version 4 by its own computation. */
export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const writtenAt: S3Server['writtenAt'] = new Map();
  const served: S3Server['served'] = new Map();
  const uploads: S3Server['uploads'] = new Map();
  const refused: string[] = [];
  const failures: RegExp[] = [];
  let refusal = { pattern: /^$/, status: 0, code: '' };

  function answer(request: IncomingMessage, body: Buffer): Answer {
    const url = new URL(request.url ?? '', 'http://s3');
    const { pathname: path, searchParams: query } = url;
    if (refusal.pattern.test(`${request.method} ${request.url}`)) {
      return { status: refusal.status, body: `<Error><Code>${refusal.code}</Code></Error>` };
    }
    const problem = query.has('X-Amz-Signature') ? linkProblem(request, url) : signatureProblem(request, url, body);
    if (problem !== null) {
      refused.push(`${request.method} ${problem}`);
      return { status: 403, body: `<Error><Code>SignatureDoesNotMatch</Code></Error>` };
    }
    const failing = failures.findIndex((pattern) => pattern.test(`${request.method} ${request.url}`));
    if (failing >= 0) {
      failures.splice(failing, 1);
      return { status: 400, body: '<Error><Code>InternalError</Code></Error>' };
    }
    const upload = uploads.get(query.get('uploadId') ?? '');
    switch (request.method) {
      case 'PUT':
        if (upload) upload.parts.set(Number(query.get('partNumber')), body);
        else objects.set(path, body);
        return { status: 200, etag: `"${createHash('md5').update(body).digest('hex')}"` };
      case 'POST': {
        if (query.has('uploads')) {
          const id = `upload-${uploads.size + 1}/+=`;
          uploads.set(id, { path, parts: new Map() });
          return { status: 200, body: `<R><UploadId>${id}</UploadId></R>` };
        }
        if (!upload) return { status: 404 };
        const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
        objects.set(
          path,
          Buffer.concat(wanted.map(([, number]) => upload.parts.get(Number(number)) ?? Buffer.alloc(0))),
        );
        uploads.delete(query.get('uploadId') ?? '');
        return { status: 200, body: '<CompleteMultipartUploadResult/>' };
      }
      case 'DELETE':
        if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '');
        else objects.delete(path);
        return { status: 204 };
      default: {
        if (query.has('uploads')) {
          const prefix = `/${bucket}/${query.get('prefix')}`;
          const own = [...uploads].filter(([, { path: at }]) => at.startsWith(prefix));
          const elements = own.map(
            ([id, { path: at }]) =>
              `<Upload><Key>${at.slice(prefixBytes)}</Key><UploadId>${id}</UploadId><Initiated>${new Date().toISOString()}</Initiated></Upload>`,
          );
          return { status: 200, body: elements.join('') };
        }
        if (query.has('list-type')) return { status: 200, body: list(query) };
        const object = objects.get(path);
        const disposition = query.get('response-content-disposition');
        served.set(path, (served.get(path) ?? 0) + 1);
        const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
        return object
          ? { status: from > 0 ? 206 : 200, body: object.subarray(from), ...(disposition && { disposition }) }
          : { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
      }
    }
  }

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
  function list(query: URLSearchParams): string {
    const all = [...objects.keys()].filter((path) => path.startsWith(`/${bucket}/${query.get('prefix')}`)).toSorted();
    const rest = all.filter((path) => path > (query.get('continuation-token') ?? ''));
    const page = rest.slice(0, listedAtOnce).map((path) => {
      const at = (writtenAt.get(path) ?? new Date()).toISOString();
      return `<Contents><Key>${path.slice(prefixBytes)}</Key><LastModified>${at}</LastModified></Contents>`;
    });
    const isCut = rest.length > listedAtOnce;
    const token = isCut ? `<NextContinuationToken>${rest[listedAtOnce - 1]}</NextContinuationToken>` : '';
    return `<R><IsTruncated>${isCut}</IsTruncated>${page.join('')}${token}</R>`;
  }

  const server = createServer((request, response) => {
    void buffer(request).then((content) => {
      const { status, body, etag, disposition } = answer(request, content);
      const headers = { ...(etag && { etag }), ...(disposition && { 'content-disposition': disposition }) };
      return response.writeHead(status, headers).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    writtenAt,
    served,
    uploads,
    refused,
    failNext: (pattern) => void failures.push(pattern),
    refuse: (pattern, status, code) => void (refusal = { pattern, status, code }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The length of the bucket's path, before an object's key. */
const prefixBytes = `/${bucket}/`.length;
const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * What is wrong with a request's signature, or null.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function signatureProblem({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  const shape =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/;
  const match = shape.exec(headers.authorization ?? '');
  if (!match) return 'without a signature';
  const [, accessKey, day = '', region = '', signed = '', signature] = match;
  const date = String(headers['x-amz-date']);
  const hash = String(headers['x-amz-content-sha256']);
  if (accessKey !== credentials.accessKey || region !== credentials.region) return 'with another key';
  if (hash !== sha256(body)) return 'with another content';
  if (!date.startsWith(day) || !signed.split(';').includes('host')) return 'of another time or place';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, url.pathname, query, lines.join(''), signed, hash].join('\n');
  return rightSignature({ day, region, date, request }) === signature ? null : 'with another signature';
}

function rightSignature({ day, region, date, request }: Record<'day' | 'region' | 'date' | 'request', string>): string {
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${credentials.secretKey}`);
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(request)].join('\n')).toString('hex');
}

/**
 * What is wrong with a presigned URL, or null.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
function linkProblem({ method, headers }: IncomingMessage, url: URL): string | null {
  const given = Object.fromEntries(url.searchParams);
  const [accessKey, day = '', region = ''] = (given['X-Amz-Credential'] ?? '').split('/');
  const date = given['X-Amz-Date'] ?? '';
  if (accessKey !== credentials.accessKey || region !== credentials.region) return 'with another key';
  if (given['X-Amz-SignedHeaders'] !== 'host' || !(Number(given['X-Amz-Expires']) <= 60)) return 'for too long';
  const query = Object.entries(given)
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const request = [method, url.pathname, query, `host:${headers.host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const right = rightSignature({ day, region, date, request });
  return right === given['X-Amz-Signature'] ? null : 'with another signature';
}
