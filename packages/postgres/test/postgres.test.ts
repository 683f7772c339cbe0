import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { shortPath } from '@realmkeep/sockets';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { postgresBinaries } from '../src/binaries.ts';
import { runAlone } from '../src/cluster.ts';
import { testDatabaseFolder } from '../src/test-postgres.ts';
import {
  copyForGuests,
  guestCluster,
  runningPostgresUrl,
  startPostgres,
  startTestPostgres,
  takeLock,
  type Postgres,
  type PostgresOptions,
} from '../src/index.ts';

let folder: string;
let servers: Postgres[];
/** Of a server that was made and stopped: where making one is not what is tested, a test begins with a copy. */
let made: string;

beforeAll(async () => {
  made = await mkdtemp(join(await testDatabaseFolder(), 'realmkeep-postgres-made-'));
  const server = await startPostgres({ folder: made });
  await server.stop();
});

afterAll(() => rm(made, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(await testDatabaseFolder(), 'realmkeep-postgres-'));
  // The server's own user passes through.
  await chmod(folder, 0o711);
  servers = [];
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true });
});

async function start(name = 'a', options?: Partial<PostgresOptions>): Promise<Postgres> {
  if (!options && !existsSync(join(folder, name))) execFileSync('cp', ['-a', made, join(folder, name)]);
  const server = await startPostgres({ ...options, folder: join(folder, name) });
  servers.push(server);
  return server;
}

async function query(server: { url: string }, sql: string, values: string[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client(server.url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Of a file, in bytes; 0 where there is none. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

/** The links of a folder of /proc, those that went meanwhile left out. */
function readlinks(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    try {
      return readlinkSync(join(path, name));
    } catch {
      return [];
    }
  });
}

test('a new server is durable, in UTF-8, on a socket of its own, with a role that is no superuser', async () => {
  const server = await start('a', {});
  expect(server.adopted).toBe(false);
  const names = [
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'data_checksums',
    'server_encoding',
    'listen_addresses',
  ];
  const columns = names.map((name) => `current_setting('${name}') as ${name}`).join(', ');
  expect(await query(server, `select ${columns}, lower('ÄŁ') as lower`)).toEqual([
    {
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      listen_addresses: '',
      lower: 'äł',
    },
  ]);
  expect(await query(server, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
  expect((await stat(join(folder, 'a/password'))).mode & 0o777).toBe(0o600);
  const cluster = await stat(join(folder, 'a/cluster'));
  expect(cluster.mode & 0o777).toBe(0o700);
  const sockets = await stat(join(folder, 'a/socket'));
  expect([sockets.mode & 0o777, sockets.uid]).toEqual([0o700, cluster.uid]);

  const listening = execFileSync('sh', ['-c', `grep -h ' 0A ' /proc/${server.pid}/net/tcp* | awk '{print $10}'`], {
    encoding: 'utf8',
  });
  const own = readlinks(`/proc/${server.pid}/fd`).flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
  expect(own.length).toBeGreaterThan(0);
  expect(listening.split('\n').filter((inode) => own.includes(inode))).toEqual([]);
  // Of this machine's other users none comes as far as the socket.
  if (process.getuid?.() !== 0) return;
  expect(cluster.uid).not.toBe(0);
  const script = `require('node:net').connect(process.argv[1]).on('error', ({ code }) => console.log(code))`;
  const socket = join(folder, 'a/socket/.s.PGSQL.5432');
  const other = spawn(process.execPath, ['-e', script, socket], { uid: 65534, gid: 65534, cwd: '/', env: {} });
  expect(await text(other.stdout)).toBe('EACCES\n');
});

test('a second kind of server has a role, rules, grants and settings of its own, and a port if it is asked to', async () => {
  const options = {
    folder: join(folder, 'b'),
    role: 'guests',
    hba: ['local all guests scram-sha-256', 'host all guests 127.0.0.1/32 scram-sha-256'],
    settings: { max_connections: 73, unix_socket_permissions: '0777' },
    tcp: true,
    unsafe: true,
  };
  servers.push(await startPostgres({ ...options, grants: ['alter role guests createrole'] }));
  const [first] = servers as [Postgres];
  const select = `select current_user, current_database() as database, current_setting('max_connections') as most, rolcreaterole
    as may, rolcreatedb as more from pg_roles where rolname = current_user`;
  const expected = { current_user: 'guests', database: 'guests', most: '73', may: true, more: false };
  expect(await query(first, select)).toEqual([expected]);
  const byPort = new URL(first.url);
  byPort.hostname = '127.0.0.1';
  expect(first.port).toBeLessThan(32_768);
  expect(await query({ url: byPort.href }, select)).toEqual([expected]);
  expect(await runningPostgresUrl(options.folder, 'guests')).toBe(first.url);
  await first.stop();
  servers.push(await startPostgres({ ...options, grants: ['alter role guests createdb'] }));
  expect(await query(servers[1] as Postgres, select)).toEqual([{ ...expected, more: true }]);
  expect(servers[1]?.url).toBe(first.url);
});

test('one in a container, whose processes are not seen from here, is found by its socket, and no other started', async () => {
  await mkdir(join(folder, 'socket'));
  await writeFile(join(folder, 'password'), 'secret');
  const listening = createServer().listen(join(folder, 'socket/.s.PGSQL.5432'));
  await once(listening, 'listening');
  const socket = encodeURIComponent(join(folder, 'socket'));
  expect(await runningPostgresUrl(folder)).toBe(`postgres://realmkeep:secret@${socket}:5432/realmkeep`);
  // A second one on its files would ruin them.
  await expect(startPostgres({ folder })).rejects.toThrow('cannot be seen from here');
  listening.close();
  await once(listening, 'close');
  expect(await runningPostgresUrl(folder)).toBe(null);
});

test('a wrong password and the superuser are refused', async () => {
  const server = await start();
  const wrong = new URL(server.url);
  wrong.password = 'wrong';
  await expect(query({ url: wrong.href }, 'select 1')).rejects.toThrow('password authentication failed');
  wrong.password = new URL(server.url).password;
  wrong.username = 'postgres';
  await expect(query({ url: wrong.href }, 'select 1')).rejects.toThrow('no pg_hba.conf entry');
});

test("on the guests' cluster a realm's role reaches the database of its name and no other; on the product's none", async () => {
  const product = await start();
  const server = await start('guests', guestCluster);
  const name = `realm_${'0123456789abcdef'.repeat(2)}`;
  for (const role of [name, `${name}0`, 'realm_other']) {
    await query(server, `create role ${role} login password 'its own'`);
    await query(server, `create database ${role}`);
  }
  const as = (role: string, database: string) => {
    const url = new URL(server.url);
    Object.assign(url, { username: role, password: 'its own', pathname: `/${database}` });
    return query({ url: url.href }, 'select current_user');
  };
  expect(await as(name, name)).toEqual([{ current_user: name }]);
  for (const database of ['realmkeep', 'postgres', 'template1', 'realm_other']) {
    await expect(as(name, database)).rejects.toThrow('no pg_hba.conf entry');
  }
  await query(product, `create role ${name} login password 'its own'`);
  const there = new URL(product.url);
  Object.assign(there, { username: name, password: 'its own' });
  await expect(query({ url: there.href }, 'select 1')).rejects.toThrow('no pg_hba.conf entry');
  for (const role of [`${name}0`, 'realm_other']) await expect(as(role, role)).rejects.toThrow('no pg_hba.conf entry');
});

test('a server for guests that runs by the built-in programs is ended, and starts by those for guests, for databases of before too', async () => {
  const { programs: _, ...before } = guestCluster;
  const first = await start('guests', before);
  const xpath = `select xpath('/a/text()', xmlelement(name a, 'text'))::text as found`;
  await query(first, `create view mine as ${xpath}`);
  expect(await query(first, 'select * from mine')).toEqual([{ found: '{text}' }]);
  const second = await start('guests', guestCluster);
  expect(second.pid).not.toBe(first.pid);
  await expect(query(second, 'select * from mine')).rejects.toThrow('could not parse XML document');
  expect((await start('guests', guestCluster)).pid).toBe(second.pid);
});

test('a server of before learns what its role may at its next start, also when it was killed', async () => {
  const first = await start();
  await first.stop();
  const cluster = join(folder, 'a/cluster');
  const { uid, gid } = await stat(cluster);
  const user = process.getuid?.() === 0 ? { uid, gid } : null;
  await runAlone({ binaries: await postgresBinaries(user), cluster, user }, ['alter role realmkeep nocreaterole']);
  await rm(join(folder, 'a/granted'));
  const before = await start();
  process.kill(before.pid, 'SIGKILL');
  await before.exited;
  await rm(join(folder, 'a/granted'));
  const second = await start();
  expect(await query(second, 'select rolcreaterole, rolcreatedb from pg_roles where rolname = current_user')).toEqual([
    { rolcreaterole: true, rolcreatedb: true },
  ]);
  await expect(query(second, "create role realm_new login password 'x'")).resolves.toEqual([]);
});

test('a stopped server starts again with its rows, its address and its password', async () => {
  const first = await start();
  await query(first, 'create table kept as select 7 as n');
  await first.stop();
  await first.exited;
  await expect(query(first, 'select 1')).rejects.toThrow('ENOENT');
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('a log of more than 10 MB goes on empty, and the one before is kept', async () => {
  await start();
  const log = join(folder, 'a/postgres.log');
  await appendFile(log, 'x'.repeat(10 * 1024 * 1024 + 1));
  await expect.poll(() => sizeOf(log)).toBe(0);
  expect(await sizeOf(`${log}.1`)).toBeGreaterThan(10 * 1024 * 1024);
});

test('a server that outlived its starter is adopted, not started twice', async () => {
  const source = `import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))};
    const server = await startPostgres({ folder: ${JSON.stringify(join(folder, 'a'))} });
    process.stdout.write(String(server.pid));
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await once(starter.stdout, 'data');
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  const server = await start();
  expect(server).toMatchObject({ adopted: true, pid: Number(pid) });
  expect(await query(server, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('two starts at once on one folder make one server', async () => {
  const results = await Promise.allSettled([start('a', {}), start('a', {})]);
  const pids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.pid] : []));
  expect(new Set(pids).size).toBe(1);
  expect(pids).toContain((await start()).pid);
});

test('after a kill -9 of the server it is known to be gone, and starts again with every committed row', async () => {
  const first = await start();
  await query(first, 'create table kept (n int)');
  const client = new Client(first.url);
  client.on('error', () => {});
  await client.connect();
  for (let n = 1; n <= 50; n++) await client.query('insert into kept values ($1)', [n]);
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second, 'select count(*)::int as n from kept')).toEqual([{ n: 50 }]);
});

test('a pid file that names another process does not keep it from starting', async () => {
  const first = await start();
  await first.stop();
  const lines = [process.pid, join(folder, 'a/cluster'), 1, first.port, '../socket', '', '', 'ready', ''];
  await writeFile(join(folder, 'a/cluster/postmaster.pid'), lines.join('\n'));
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('two run side by side', async () => {
  // A path that is too long for a unix socket is none to the server.
  const long = 'b'.repeat(120);
  const [a] = await Promise.all([start('a'), start(long)]);
  await query(a, 'create table only_a ()');
  using sockets = shortPath(join(folder, long, 'socket'));
  const b = new URL(servers.find(({ url }) => url.includes(long))?.url ?? '');
  b.hostname = encodeURIComponent(sockets.path);
  await expect(query({ url: b.href }, 'select from only_a')).rejects.toThrow('does not exist');
});

test('a start that was broken off while the data was made is made anew', async () => {
  await start();
  await servers[0]?.stop();
  await rm(join(folder, 'a/cluster'), { recursive: true });
  await writeFile(join(folder, 'a/cluster.new'), 'half');
  expect(await query(await start(), 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(await readdir(join(folder, 'a'))).not.toContain('cluster.new');
});

test('a server for tests is gone when their process is killed', async () => {
  const source = `import { startTestPostgres } from ${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))};
    const server = await startTestPostgres();
    process.stdout.write(server.url);
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(starter.stdout, 'data');
  const its = dirname(decodeURIComponent(new URL(String(url)).hostname));
  expect(its).toContain('realmkeep-test-postgres-');
  expect(await query({ url: String(url) }, 'select 1 as n')).toEqual([{ n: 1 }]);
  starter.kill('SIGKILL');
  await expect.poll(() => existsSync(its)).toBe(false);
  await expect(query({ url: String(url) }, 'select 1')).rejects.toThrow('ENOENT');
});

test('a server for tests answers, and is gone when it is stopped', async () => {
  const server = await startTestPostgres();
  expect(await query(server, 'select 1 as n')).toEqual([{ n: 1 }]);
  await server.stop();
  await expect(query(server, 'select 1')).rejects.toThrow('ENOENT');
});

test('a lock is held by one, and free when its holder is released or killed', async () => {
  const file = join(folder, 'lock');
  const first = await takeLock(file);
  expect(first).not.toBeNull();
  expect(await takeLock(file)).toBeNull();
  await first?.release();

  const source = `import { takeLock } from ${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))};
    if (await takeLock(${JSON.stringify(file)})) process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(await takeLock(file)).toBeNull();
  holder.kill('SIGKILL');
  let freed: Awaited<ReturnType<typeof takeLock>> = null;
  await expect.poll(async () => (freed = await takeLock(file))).not.toBeNull();
  expect(existsSync(file)).toBe(true);
  await (freed as Awaited<ReturnType<typeof takeLock>>)?.release();
});

test('databases of realms are carried over to a server of their own, and nothing else, and nothing is lost where they were', async () => {
  const name = `realm_${'0123456789abcdef'.repeat(2)}`;
  const as = (server: Postgres, password: string) => {
    const url = new URL(server.url);
    Object.assign(url, { username: name, password, pathname: `/${name}` });
    return { url: url.href };
  };
  // As one of before, which let them in.
  const before = await start('a', { hba: guestCluster.hba });
  await query(before, 'create table coins (n integer)');
  await query(before, `create role ${name} login password 'its own'`);
  await query(before, `create database ${name}`);
  await query(before, `grant all on database ${name} to ${name}`);
  await query(as(before, 'its own'), 'create temporary table t as select 1');
  await before.stop();
  await copyForGuests(join(folder, 'a'), join(folder, 'guests'));

  const guests = await startPostgres({ ...guestCluster, folder: join(folder, 'guests') });
  servers.push(guests);
  expect(await query(as(guests, 'its own'), 'select current_user::text as who')).toEqual([{ who: name }]);
  await expect(query(guests, 'select n from coins')).rejects.toThrow('does not exist');
  const after = await start();
  await expect(
    query({ url: guests.url.replace(/:[^:@]+@/, `:${new URL(after.url).password}@`) }, 'select 1'),
  ).rejects.toThrow('password authentication failed');
  expect(await query(after, 'select n from coins')).toEqual([]);
  expect(await query(after, 'select count(*)::int as n from pg_database where datname = $1', [name])).toEqual([
    { n: 1 },
  ]);
  await expect(copyForGuests(join(folder, 'a'), join(folder, 'guests'))).rejects.toThrow('is there already');
});
