import { once } from 'node:events';
import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { GeoDatabase } from '../src/integrations/geo/geo-database.ts';
import { countryDatabase } from './country-database.ts';
import { startTestApi } from './start-test-api.ts';

interface Service extends AsyncDisposable {
  base: string;
  /** The requested paths. */
  asked: string[];
}

/** A stand-in for a geolocation service. */
async function startService(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Service> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An api behind a proxy on this machine, and what it answers a visitor from an address. */
async function startApi(base: string, file = '') {
  const environment = { GEO_API_BASE: base, GEO_DATABASE: file, TRUST_PROXY: '127.0.0.1' };
  const api = await startTestApi({ environment });
  const languagesOf = async (ip: string) => {
    const response = await fetch(`${api.url}/api/geo/languages`, { headers: { 'x-forwarded-for': ip } });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: { languages: string } }).data.languages;
  };
  return { languagesOf, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() };
}

const polish = (_request: IncomingMessage, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"languages":"pl,en","country":"PL"}');

test('tells the languages of a place, and asks once for a network, however many come at once', async () => {
  await using service = await startService(polish);
  await using api = await startApi(service.base);
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.languagesOf('8.8.8.8')));
  expect(new Set(answers)).toEqual(new Set(['pl,en']));
  expect(service.asked).toEqual(['/8.8.8.8/json/']);

  await expect(api.languagesOf('2a00:1450:4001:1::5')).resolves.toBe('pl,en');
  await expect(api.languagesOf('2a00:1450:4001:1::6')).resolves.toBe('pl,en');
  expect(service.asked.slice(1)).toEqual(['/2a00%3A1450%3A4001%3A1%3A%3A5/json/']);
});

test('nobody is asked about an address that is not public, or none', async () => {
  await using service = await startService(polish);
  await using api = await startApi(service.base);
  for (const ip of [
    '127.0.0.1',
    '10.0.0.7',
    '192.168.1.1',
    '169.254.169.254',
    '::1',
    'fe80::1',
    'fd00::1',
    'no/../x',
  ]) {
    expect([ip, await api.languagesOf(ip)]).toEqual([ip, '']);
  }
  expect(service.asked).toEqual([]);
});

test('without a service nobody is asked', async () => {
  await using api = await startApi('');
  await expect(api.languagesOf('8.8.8.8')).resolves.toBe('');
});

test('of a service that does not answer nobody waits without end, and the next does not wait at all', async () => {
  await using service = await startService(() => undefined);
  await using api = await startApi(service.base);
  await expect(api.languagesOf('8.8.8.8')).resolves.toBe('');
  await expect(api.languagesOf('8.8.8.8')).resolves.toBe('');
  expect(service.asked).toHaveLength(1);
});

test('a service that fails, answers with anything else or too much, or hangs up tells nothing', async () => {
  const answers: Record<string, Parameters<typeof startService>[0]> = {
    '8.8.1.8': (_request, response) => response.writeHead(429).end('{"languages":"pl"}'),
    '8.8.2.8': (_request, response) => response.end('<!doctype html>'),
    '8.8.3.8': (_request, response) => response.end('{"error":true,"reason":"RateLimited"}'),
    '8.8.4.8': (_request, response) => response.end('{"languages":"<script>"}'),
    '8.8.5.8': (_request, response) => response.end(`{"languages":"pl","more":"${'x'.repeat(20_000)}"}`),
    '8.8.6.8': (request) => request.socket.destroy(),
  };
  await using service = await startService((request, response) =>
    answers[request.url?.split('/')[1] ?? '']?.(request, response),
  );
  await using api = await startApi(service.base);
  for (const ip of Object.keys(answers)) expect([ip, await api.languagesOf(ip)]).toEqual([ip, '']);
  expect(service.asked).toEqual(Object.keys(answers).map((ip) => `/${ip}/json/`));
});

test('no redirect is followed', async () => {
  await using elsewhere = await startService(polish);
  await using service = await startService((_request, response) =>
    response.writeHead(302, { location: `${elsewhere.base}/8.8.8.8/json/` }).end(),
  );
  await using api = await startApi(service.base);
  await expect(api.languagesOf('8.8.8.8')).resolves.toBe('');
  expect(elsewhere.asked).toEqual([]);
});

/** @returns the path of such a file */
async function fileOf(bytes: Buffer): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'realmkeep-geo-')), 'countries.mmdb');
  await writeFile(file, bytes);
  return file;
}

test('a file of countries tells the languages of a place, and no service is asked', async () => {
  const countries = { '8.8.8.0/24': 'PL', '8.8.9.0/24': 'KZ', '8.9.0.0/16': 'UA', '9.0.0.0/8': 'ZZ' };
  await using service = await startService(polish);
  await using api = await startApi(service.base, await fileOf(countryDatabase(countries)));
  const asked = ['8.8.8.7', '::ffff:8.8.8.7', '8.8.9.1', '8.9.200.1', '8.7.0.1', '2a00:1450::1', '192.168.1.1'];
  await expect(Promise.all(asked.map(api.languagesOf))).resolves.toEqual(['pl', 'pl', 'ru', 'uk', '', '', '']);
  expect(service.asked).toEqual([]);
});

test('a newer file is taken at once, and a broken one not at all', async () => {
  const file = await fileOf(countryDatabase({ '8.8.8.0/24': 'PL' }));
  const lines: string[] = [];
  const database = new GeoDatabase(file, pino({ base: null }, { write: (line) => void lines.push(line) }));
  expect(database.languageOf('8.8.8.8')).toBe('pl');
  for (const [bytes, line, language] of [
    [countryDatabase({ '8.8.8.0/24': 'DE' }), 'loaded a newer database of countries', 'de'],
    [Buffer.from('half a download'), 'failed to load a newer database of countries', 'de'],
    [countryDatabase({ '8.8.8.0/24': 'RU' }), 'loaded a newer database of countries', 'ru'],
  ] as const) {
    lines.length = 0;
    await rename(await fileOf(bytes), file);
    await expect.poll(() => lines.join()).toContain(line);
    expect(database.languageOf('8.8.8.8')).toBe(language);
  }
});

test.each([
  ['is missing', '/nonexistent/countries.mmdb', /ENOENT/],
  ['is something else', import.meta.filename, /./],
])('a file that %s stops the start, by name', async (_what, file, why) => {
  const start = startApi('', file);
  await expect(start).rejects.toThrow(/^GEO_DATABASE: .* cannot be used/);
  await expect(start).rejects.toThrow(why);
});
