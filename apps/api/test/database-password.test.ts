import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { testCertificate } from '@realmkeep/postgres';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { connectionTo, DatabaseClient } from '../src/db/client.ts';
import { listen } from '../src/db/listen.ts';
import { migrate } from '../src/db/migrate.ts';
import { openPool } from '../src/db/pool.ts';
import { letsIn } from '../src/domains/databases/database-connect.ts';
import { leadInTurn } from '../src/domains/realms/reconciler/lead.ts';

const password = 'Known-to-the-server-alone';

/** Authentication requests of a server; see "Message Formats" of PostgreSQL's documentation. */
const requests = {
  cleartext: Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]),
  md5: Buffer.from([0x52, 0, 0, 0, 12, 0, 0, 0, 5, 1, 2, 3, 4]),
};
/** Whether it can speak TLS. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

let folder: string;
let server: Server;
let sockets: Socket[];
let asked: number;
let heard: Buffer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-password-'));
  sockets = [];
  asked = 0;
  heard = Buffer.alloc(0);
});

afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** A server of an attacker who has taken over the address of ours. */
async function impersonate(kind: keyof typeof requests): Promise<string> {
  server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', (bytes) => {
      if (!bytes.equals(sslRequest)) return ask(socket);
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, ...testCertificate });
      secure.on('error', () => undefined).once('data', () => ask(secure));
    });
  });
  const ask = (socket: Socket) => {
    asked += 1;
    socket.write(requests[kind]);
    socket.on('data', (bytes: Buffer) => (heard = Buffer.concat([heard, bytes])));
  };
  server.listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  return `postgres://realmkeep:${password}@${encodeURIComponent(folder)}/realmkeep`;
}

const refusal = /wants the password in a form that others could use/;

test.each(['cleartext', 'md5'] as const)(
  'a server that asks for the password as %s gets nothing of it',
  async (kind) => {
    const url = await impersonate(kind);
    const pool = openPool(url);
    await expect(pool.query('select 1')).rejects.toThrow(refusal);
    await pool.end();
    await expect(migrate(url)).rejects.toThrow(refusal);
    await expect(listen(url, pino({ level: 'silent' }), {}, async () => {})).rejects.toThrow(refusal);
    await expect(letsIn(url, 'realmkeep', { user: 'realm', password })).resolves.toBe(false);
    const lead = new AbortController();
    const leading = leadInTurn(url, pino({ level: 'silent' }), lead.signal, () => async () => {});
    await expect.poll(() => asked).toBeGreaterThanOrEqual(5);
    lead.abort();
    await leading;
    // Only Terminate messages, with nothing before them.
    expect(heard.toString('latin1')).toMatch(/^(X\0\0\0\x04)*$/);
  },
);

const clientBy = (ssl: object) =>
  new DatabaseClient({ host: folder, user: 'realmkeep', password, ssl: { servername: 'localhost', ...ssl } });

test('through TLS whose certificate was verified the password is given', async () => {
  await impersonate('cleartext');
  const connecting = clientBy({ ca: testCertificate.cert }).connect();
  await expect.poll(() => heard.toString('latin1')).toContain(`p\0\0\0\x1e${password}\0`);
  for (const socket of sockets) socket.destroy();
  await expect(connecting).rejects.toThrow('terminated');
});

test('through TLS with any certificate it is not', async () => {
  await impersonate('cleartext');
  const client = clientBy({ rejectUnauthorized: false });
  await expect(client.connect()).rejects.toThrow(refusal);
  await client.end();
  expect(heard.toString('latin1')).not.toContain(password);
});

test('a server whose socket has too long a path is reached', async () => {
  server = createServer();
  const far = join(folder, 'f'.repeat(110));
  await mkdir(far);
  await chmod(far, 0o700);
  const url = new URL(inject('postgresUrl'));
  expect(connectionTo(url.href).connectionString).toBe(url.href);
  url.hostname = encodeURIComponent(far);
  const { connectionString } = connectionTo(url.href);
  expect(connectionString).toMatch(/^postgres:\/\/realmkeep:[^@]+@%2Fproc%2Fself%2Ffd%2F\d+:\d+\/realmkeep$/);
  expect(connectionTo(url.href).connectionString).toBe(connectionString);
});
