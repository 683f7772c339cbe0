import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, utimes, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainSettings, type RealmSpec } from '@realmkeep/realm-protocol';
import { afterAll, describe, expect, test } from 'vitest';
import { type DockerForTest, loadImageForJava, makeDockerPlace, startDocker } from '../../test/docker-place.ts';
import { testSpec } from '../../test/test-spec.ts';
import { describeRuntime } from '../conformance.ts';
import { liveKernels } from '../fake/fake-runtime.ts';
import { realmPaths } from '../local/folder/realm-paths.ts';
import { readRun, writeRun } from '../local/folder/realm-record.ts';

const driverProcess = fileURLToPath(new URL('../../test/driver-process.ts', import.meta.url));

/** Replaces a Java: reports its network, how forbidden connections fail, and its database's answer. */
const lookAround = `
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { connect } = require('node:net');
const { dirname, join } = require('node:path');
const folder = dirname(process.argv[1]);
const call = (host) => new Promise((resolve) => connect(80, host, () => resolve('connected')).on('error', ({ code }) => resolve(code)));
const links = readFileSync('/proc/net/dev', 'utf8').match(/^ *\\w+(?=:)/gm).map((name) => name.trim()).sort();
setInterval(() => undefined, 60_000);
const look = async () => {
  const refused = await Promise.all(['169.254.169.254', '10.0.0.1', '100.127.0.1'].map(call));
  const database = await new Promise((resolve) => connect(5432, '127.0.0.1').on('error', resolve).on('data', (text) => resolve(String(text))));
  const names = readFileSync('/etc/resolv.conf', 'utf8');
  writeFileSync(join(folder, 'seen.new'), JSON.stringify({ links, names, refused, database }));
  renameSync(join(folder, 'seen.new'), join(folder, 'seen.json'));
};
look();
`;

const docker = await startDocker();
const obstacle = typeof docker === 'string' ? docker : null;
const there = docker as DockerForTest;
afterAll(async () => {
  if (obstacle === null) await there[Symbol.asyncDispose]();
});

describe.skipIf(obstacle !== null)(`with a Docker of its own${obstacle === null ? '' : `: ${obstacle}`}`, () => {
  describeRuntime('docker', async () => ({
    ...(await makeDockerPlace(there)),
    map: 'meadow',
    unknownMap: 'nowhere',
    sayCommand: 'say',
  }));

  test('a realm has a user of its own, no rights, no network, and nothing to write but its folder; a driver that was killed while it started it is followed by one that adopts it', async () => {
    await using place = await makeDockerPlace(there);
    const runtime = await place.driver();
    const spec = testSpec('meadow', { number: 7, limits: { memoryMiB: 300, cores: 0.5, processes: 50 } });
    await runtime.ensure(spec, 1);
    const paths = realmPaths(place.dir, spec.realmId);
    const record = readRun(paths);
    const pid = record?.pid ?? 0;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\t(${statSync(paths.folder).uid})\t\\1\t`, 'm'));
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(statSync(paths.folder).uid).not.toBe(0);
    const links = readFileSync(`/proc/${pid}/net/dev`, 'utf8')
      .match(/^ *\w+(?=:)/gm)
      ?.map((name) => name.trim());
    expect(links).toEqual(['lo']);
    const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    // Fields 5 and 6 of proc(5): where, and how.
    const writable = mounts
      .filter(([, , , , , how = 'ro']) => how.startsWith('rw'))
      .map(([, , , , where = '']) => where);
    expect(writable.filter((where) => !/^\/(dev|proc|sys|etc)(\/|$)/.test(where)).toSorted()).toEqual([
      '/tmp',
      paths.folder,
    ]);
    const container = await there.docker.call('GET', `/containers/${record?.container}/json`);
    expect(container).toMatchObject({
      HostConfig: { Memory: 300 * 2 ** 20, CpuQuota: 50_000, PidsLimit: 50, NetworkMode: 'none', ReadonlyRootfs: true },
    });

    await runtime.close();
    // As it is on record before the container starts.
    if (record) writeRun(paths, { ...record, pid: 0 });
    const next = await place.driver();
    expect(await next.inspect(spec.realmId)).toMatchObject({
      fencingToken: 1,
      startedAt: record?.startedAt,
      exit: null,
    });
    expect(readRun(paths)).toEqual(record);
    expect(await next.ensure(spec, 2)).toMatchObject({ fencingToken: 1 });
    await next.destroy(spec.realmId);
    await next.close();
  });

  test('what a driver leaves that is killed while it draws is gone with the next picture', async () => {
    await using place = await makeDockerPlace(there);
    const runtime = await place.driver();
    const whose = `io.realmkeep.place=${createHash('sha256').update(place.dir).digest('hex').slice(0, 8)}`;
    const labels = [whose, 'io.realmkeep.role=picture'];
    const left = () =>
      there.docker.call<unknown[]>(
        'GET',
        `/containers/json?all=1&filters=${encodeURIComponent(JSON.stringify({ label: labels }))}`,
      );
    const made = async (driver: number | undefined): Promise<void> => {
      const Labels = Object.fromEntries([...labels, `io.realmkeep.driver=${driver}`].map((label) => label.split('=')));
      await there.docker.call('POST', '/containers/create', { body: { Image: there.images.realm, Labels } });
    };
    const killed = spawn('sleep', ['60']);
    await made(killed.pid);
    const copies = ['of-before', 'of-now'].map((name) => join(place.dir, '.driver/pictures', name));
    for (const folder of copies) await mkdir(folder, { recursive: true });
    await utimes(copies[0] ?? '', 0, 0);
    await runtime.drawPicture({ x: 0, z: 0 }, []);
    // It may be at work. That of the picture itself goes a moment after its program has ended.
    await expect.poll(left).toHaveLength(1);

    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
    await runtime.drawPicture({ x: 0, z: 0 }, []);
    await expect.poll(left).toEqual([]);
    expect(copies.map((folder) => existsSync(folder))).toEqual([false, true]);
    await runtime.close();
  });

  test('a server in Java has a way to the internet and to its database, and to nothing else, also when the driver is killed before it was made; it is gone when the realm has ended', async () => {
    await using place = await makeDockerPlace(there);
    const settings = { ...plainSettings, borderDiameter: 32 };
    const spec = testSpec('meadow', { number: 7, kernel: 'vanilla', settings });
    const { realmId } = spec;
    const paths = realmPaths(place.dir, realmId);
    const { folder } = paths;
    const java = join(folder, 'java');
    const jar = join(place.dir, 'server.jar');
    const images = { ...there.images, java: { [java]: await loadImageForJava(there) } };
    const doors = join(place.dir, '../doors');
    const door = join(doors, realmId, '.s.PGSQL.5432');
    await mkdir(dirname(door), { recursive: true });
    await using database = createServer((socket) => socket.end('the database')).listen(door);
    await once(database, 'listening');
    await chmod(door, 0o666);
    const options = { images, dns: ['192.0.2.53'], databaseDoors: { folder: doors, user: null } };
    const first = await place.driver(options);
    expect(await first.enforcement()).toMatchObject({ wayOut: null });
    await first.prepare(realmId, spec.number);
    await first.close();
    await writeFile(jar, '');
    await writeFile(java, `#!${there.images.program.nodePath}\n${lookAround}`, { mode: 0o755 });
    const { uid } = statSync(folder);
    await chown(java, uid, uid);
    const started = { ...spec, java: { version: '1.16.5', jar, runtime: java, eula: true } };
    const network = `realmkeep-${createHash('sha256').update(place.dir).digest('hex').slice(0, 8)}`;
    const seen = join(folder, 'seen.json');
    const looksAround = async (): Promise<void> => {
      await expect.poll(() => existsSync(seen), { timeout: 50_000 }).toBe(true);
      expect(JSON.parse(readFileSync(seen, 'utf8'))).toEqual({
        links: ['eth0', 'lo'],
        names: 'nameserver 192.0.2.53\n',
        // Of a cloud's metadata, a private network and the machine.
        refused: ['EHOSTUNREACH', 'EHOSTUNREACH', 'EHOSTUNREACH'],
        database: 'the database',
      });
      const pid = readRun(paths)?.pid;
      expect(statSync(`/run/netns/${network}-${realmId}`).ino).toBe(statSync(`/proc/${pid}/ns/net`).ino);
      // The machine's own network is as before.
      expect(statSync('/proc/self/ns/net').ino).not.toBe(statSync(`/proc/${pid}/ns/net`).ino);
    };

    await startAndBeKilled({ ...options, dir: place.dir, kernels: liveKernels }, started, there.socket);
    expect(existsSync(`/run/netns/${network}-${realmId}`)).toBe(false);
    const runtime = await place.driver(options);
    await looksAround();
    expect(readRun(paths)).toMatchObject({ fencingToken: 1 });

    await runtime.stop(realmId, 0);
    rmSync(seen);
    await runtime.ensure(started, 2);
    await looksAround();
    await runtime.destroy(realmId);
    await runtime.close();
    expect(readdirSync('/run/netns').filter((name) => name.startsWith(network))).toEqual([]);
  });
});

/** Starts a realm by a driver in a process of its own, and kills that when Docker has started the container, before the driver knows. */
async function startAndBeKilled(options: object, spec: RealmSpec, engine: string): Promise<void> {
  const socket = `${engine}-of-the-killed`;
  const killed = Promise.withResolvers<void>();
  await using between = createServer((client) => {
    const docker = connect(engine);
    for (const end of [client, docker]) end.on('error', () => undefined);
    client.once('close', () => docker.destroy());
    let asked = '';
    client.on('data', (piece: Buffer) => {
      if (asked.length < 200) asked += piece.toString();
      docker.write(piece);
    });
    docker.on('data', (piece: Buffer) => {
      if (/^POST \/containers\/\w+\/start /.test(asked)) killed.resolve();
      else client.write(piece);
    });
    docker.once('end', () => client.end());
  }).listen(socket);
  await once(between, 'listening');
  const args = [driverProcess, JSON.stringify({ ...options, socket }), JSON.stringify(spec), 'stay'];
  const driver = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(driver, 'exit');
  await Promise.race([killed.promise, ended]);
  driver.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}
