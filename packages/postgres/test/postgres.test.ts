import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postgresBinaries } from '../src/binaries.ts';
import { runAlone } from '../src/cluster.ts';
import { startPostgres, startTestPostgres, takeLock, type Postgres } from '../src/index.ts';

let folder: string;
let servers: Postgres[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-postgres-'));
  // The server's own user passes through.
  await chmod(folder, 0o711);
  servers = [];
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true });
});

async function start(name = 'a'): Promise<Postgres> {
  const server = await startPostgres({ folder: join(folder, name) });
  servers.push(server);
  return server;
}

async function query(server: { url: string }, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(server.url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a new server is durable, in UTF-8, on loopback, with a role that is no superuser', async () => {
  const server = await start();
  expect(server.adopted).toBe(false);
  expect(server.port).toBeLessThan(32_768);
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
      listen_addresses: '127.0.0.1',
      lower: 'äł',
    },
  ]);
  expect(await query(server, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
  expect((await stat(join(folder, 'a/password'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'a/cluster'))).mode & 0o777).toBe(0o700);
});

test('a wrong password and the superuser are refused', async () => {
  const server = await start();
  const wrong = new URL(server.url);
  wrong.password = 'wrong';
  await expect(query({ url: wrong.href }, 'select 1')).rejects.toThrow('password authentication failed');
  wrong.username = 'postgres';
  await expect(query({ url: wrong.href }, 'select 1')).rejects.toThrow('no pg_hba.conf entry');
});

test('a role that the product makes for a realm reaches the database of its name and no other', async () => {
  const server = await start();
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
  for (const role of [`${name}0`, 'realm_other']) await expect(as(role, role)).rejects.toThrow('no pg_hba.conf entry');
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

test('a stopped server starts again with its rows, its port and its password', async () => {
  const first = await start();
  await query(first, 'create table kept as select 7 as n');
  await first.stop();
  await first.exited;
  await expect(query(first, 'select 1')).rejects.toThrow('ECONNREFUSED');
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }]);
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
  const results = await Promise.allSettled([start(), start()]);
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
  const lines = [process.pid, join(folder, 'a/cluster'), 1, first.port, '', '127.0.0.1', '', 'ready', ''];
  await writeFile(join(folder, 'a/cluster/postmaster.pid'), lines.join('\n'));
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('two run side by side', async () => {
  const [a, b] = await Promise.all([start('a'), start('b')]);
  expect(a.port).not.toBe(b.port);
  await query(a, 'create table only_a ()');
  await expect(query(b, 'select from only_a')).rejects.toThrow('does not exist');
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
    env: { TMPDIR: folder },
  });
  const [url] = await once(starter.stdout, 'data');
  expect(await query({ url: String(url) }, 'select 1 as n')).toEqual([{ n: 1 }]);
  starter.kill('SIGKILL');
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 10_000);
  await expect(query({ url: String(url) }, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('a server for tests answers, and is gone when it is stopped', async () => {
  const server = await startTestPostgres();
  expect(await query(server, 'select 1 as n')).toEqual([{ n: 1 }]);
  await server.stop();
  await expect(query(server, 'select 1')).rejects.toThrow('ECONNREFUSED');
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
  const freed = await vi.waitFor(async () => {
    const lock = await takeLock(file);
    if (!lock) throw new Error('still held');
    return lock;
  }, 5_000);
  expect(existsSync(file)).toBe(true);
  await freed.release();
});
