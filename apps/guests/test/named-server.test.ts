import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type DebianPostgres, startDebianPostgres, testCertificate } from '@realmkeep/postgres';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { keepDoors } from '../src/keep-doors.ts';

/** Doors to a server of the operator's own: Debian's, with a certificate that it has signed itself. */
let server: DebianPostgres;
let dir: string;
const realmId = randomUUID();
const name = `realm_${realmId.replaceAll('-', '')}`;

beforeAll(async () => {
  server = await startDebianPostgres(testCertificate);
  const client = new Client(server.url);
  await client.connect();
  await client.query(`create role ${name} login password 'its own'`);
  await client.query(`create database ${name}`);
  await client.end();
  dir = await mkdtemp(join(tmpdir(), 'realmkeep-guests-'));
  await mkdir(join(dir, 'doors', realmId), { recursive: true });
  await writeFile(
    join(dir, 'doors.json'),
    JSON.stringify([{ realmId, name, server: 'named', closedAboveBytes: 2 ** 30 }]),
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(dir, { recursive: true });
});

function keep(query: string, log = pino({ level: 'silent' })) {
  const url = `postgres://localhost:${server.port}/realmkeep${query}`;
  return keepDoors(readConfig({ GUESTS_DIR: dir, REALM_DATABASE_URL: url }), log, () => undefined);
}

/** Whether the server sees an encrypted connection of who comes through the door. */
async function come(): Promise<unknown> {
  const client = new Client({ host: join(dir, 'doors', realmId), user: name, database: name, password: 'its own' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function comesBy(query: string): Promise<unknown> {
  const doors = await keep(query);
  try {
    return await come();
  } finally {
    await doors.close();
  }
}

test('doors lead there as the address says: open, encrypted, or verified by who signed its certificate', async () => {
  expect(await comesBy('')).toEqual([{ ssl: false }]);
  expect(await comesBy('?sslmode=require')).toEqual([{ ssl: true }]);
  const root = `sslrootcert=${join(server.folder, 'server.crt')}`;
  expect(await comesBy(`?sslmode=verify-full&${root}`)).toEqual([{ ssl: true }]);
});

test('a certificate of somebody unknown is refused where it is to be verified', async () => {
  await expect(comesBy('?sslmode=verify-full')).rejects.toThrow('the database does not answer');
});

test('that the server is away is said once, and once that it is reached again', async () => {
  const said: string[] = [];
  const stream = new Writable({ write: (line, _encoding, done) => (said.push(String(line)), done()) });
  const doors = await keep('', pino({ level: 'warn' }, stream));
  await server.stop();
  for (let n = 0; n < 3; n++) await expect(come()).rejects.toThrow('the database does not answer');
  await server.start();
  for (let n = 0; n < 3; n++) expect(await come()).toEqual([{ ssl: false }]);
  await doors.close();
  expect(said.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    "failed to reach the server of realms' databases",
    "the server of realms' databases is reached again",
  ]);
});
