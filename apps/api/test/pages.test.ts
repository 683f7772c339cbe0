import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  // A URL's host may contain an ampersand and an apostrophe.
  api = await startTestApi({ environment: { PUBLIC_URL: "http://a&b'c.example" } });
});
afterAll(() => api[Symbol.asyncDispose]());

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** The answer as it is on the wire: fetch would decompress it, and send headers of its own. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      `${api.url}${path}`,
      { method, headers: { accept: 'text/html', ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      },
    );
    asked.on('error', reject).end();
  });
}

describe('a page speaks', () => {
  test.each<[string, string, Record<string, string>, string]>([
    ['English to whom nothing is known of', '/', {}, 'en'],
    ['what the browser asks for', '/', { 'accept-language': 'de, pl-PL;q=0.8, en;q=0.5' }, 'pl'],
    ['Russian to who reads it', '/', { 'accept-language': 'uk-UA,en;q=0.5' }, 'ru'],
    ['what was found of the place', '/', { cookie: 'place-language=pl', 'accept-language': 'ru' }, 'pl'],
    ['what the account says', '/', { cookie: 'place-language=pl; account-language=ru' }, 'ru'],
    ['what was chosen', '/account', { cookie: 'account-language=ru; locale=pl', 'accept-language': 'ru' }, 'pl'],
    ['what the link says', '/shop?lang=ru', { cookie: 'locale=pl', 'accept-language': 'en' }, 'ru'],
    ['what the browser asks for, where the link makes no sense', '/?lang=xx', { 'accept-language': 'pl' }, 'pl'],
    ['its language where nothing is', '/no/such/page', { 'accept-language': 'ru' }, 'ru'],
  ])('%s', async (_what, path, headers, language) => {
    const answer = await get(path, headers);
    expect(answer.body.toString()).toContain(`<html lang="${language}">`);
    expect(answer.headers['content-language']).toBe(language);
    const linked = /lang=(en|ru|pl)/.test(path);
    expect(answer.headers.vary).toBe(linked ? 'accept-encoding' : 'accept-encoding, accept-language, cookie');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });
});

test('a page says where it is found, as text and never as markup', async () => {
  const plain = (await get('/shop')).body.toString();
  expect(plain).toContain('href="http://a&amp;b&#39;c.example/shop"');
  const linked = (await get('/shop?lang=pl')).body.toString();
  expect(linked).toContain('href="http://a&amp;b&#39;c.example/shop?lang=pl"');
});

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
])('is packed as the browser takes it: %s', async (accepted, encoding, unpack) => {
  const answer = await get('/', { 'accept-encoding': accepted });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(unpack(answer.body).toString()).toContain('<!doctype html><html lang="en">');
});

test('is not sent again to who has it, but in another language or packing', async () => {
  const first = await get('/', { 'accept-encoding': 'br' });
  const etag = String(first.headers['etag']);
  const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` });
  expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, etag]);
  expect(again.headers.vary).toBe(first.headers.vary);
  const other = await get('/', { 'accept-encoding': 'br', 'if-none-match': etag, 'accept-language': 'pl' });
  expect(other.status).toBe(200);
  expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
});

test('HEAD tells of a page without sending it', async () => {
  const answer = await get('/shop', {}, 'HEAD');
  expect([answer.status, answer.headers['content-language'], answer.body.length]).toEqual([200, 'en', 0]);
});

test('any other path is a page that says so, whoever has it already', async () => {
  const { status, headers, body } = await get('/no/such/page');
  expect([status, headers['x-robots-tag']]).toEqual([404, 'noindex, nofollow']);
  expect(body.toString()).toContain('<title>not-found</title>');
  expect((await get('/no/such/page', { 'if-none-match': String(headers['etag']) })).status).toBe(404);
  expect((await get('/', {}, 'POST')).headers['content-type']).toContain('application/json');
});

test.each(['/pages.json', '/index.html'])('%s, of which pages are made, is none', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('files with a hash in their name are kept for ever', async () => {
  const { headers } = await get('/assets/app.js');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

describe('search engines', () => {
  test('find every public page in each language', async () => {
    const { headers, body } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const found = [...body.toString().matchAll(/<loc>(.*)<\/loc>/g)].map(([, address]) => address);
    const origin = 'http://a&amp;b&#39;c.example';
    expect(found).toEqual(
      ['/', '/shop'].flatMap((path) => ['?lang=en', '?lang=ru', '?lang=pl', ''].map((query) => origin + path + query)),
    );
    expect(body.toString()).toContain(`<xhtml:link rel="alternate" hreflang="x-default" href="${origin}/shop"/>`);
    expect(body.toString()).not.toContain('terms-of-service');
  });

  test('are told where to look, and leave the calls alone', async () => {
    const { headers, body } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body.toString()).toBe("User-agent: *\nDisallow: /api/\n\nSitemap: http://a&b'c.example/sitemap.xml\n");
  });
});
