import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { liveKernels } from '../src/fake/fake-runtime.ts';
import { Fleet } from '../src/remote/fleet.ts';
import { hostCertificate } from '../src/remote/host-certificate.ts';
import { deriveHostKey, readHostKey, tokenFor, type TokenScope, writeHostKey } from '../src/remote/host-key.ts';
import { JarStore } from '../src/remote/jar-store.ts';
import { javaPath } from '../src/remote/remote-paths.ts';
import { type FakeHost, firstNotice, fleetOf, inTurns, silenceMs, startFakeHost } from './remote-place.ts';
import { testSpec } from './test-spec.ts';

const unreachable = { name: 'RuntimeError', code: 'unreachable' };

let hosts: [FakeHost, FakeHost];
let fleet: Fleet;

beforeEach(async () => {
  hosts = await Promise.all([startFakeHost(), startFakeHost()]);
  fleet = await fleetOf(hosts);
});

afterEach(async () => {
  await fleet.close();
  for (const host of hosts) await host[Symbol.asyncDispose]();
});

/** A call that anybody could make. @returns its status, and whether the host has revealed more than that */
async function ask(host: FakeHost, path: string, scope: TokenScope, key = host.key, args = '[]'): Promise<number> {
  const call = request({
    host: '127.0.0.1',
    port: host.server.port,
    method: 'POST',
    path: `/v1/${path}`,
    ca: hostCertificate(host.key).cert,
    checkServerIdentity: () => undefined,
    agent: false,
    headers: {
      authorization: `Bearer ${tokenFor(key, scope)}`,
      ...(typeof scope.run === 'number' && { 'x-run': String(scope.run) }),
    },
  });
  call.end(args);
  const [response] = (await once(call, 'response')) as [import('node:http').IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

test('a call is carried out with the token of what it is about, and refused with any other', async () => {
  const [host] = hosts;
  const [one, other] = [testSpec(), testSpec()];
  await host.runtime.ensure(one, 1);
  await host.runtime.ensure(other, 1);
  const { realmId } = one;
  const files = `realms/${realmId}/files.list`;
  const command = `realms/${realmId}/commands`;
  expect(await ask(host, files, { realmId }, host.key, '[""]')).toBe(200);
  expect(await ask(host, command, { realmId, run: 1 })).toBe(200);
  expect(await ask(host, 'list', {})).toBe(200);
  const stranger = deriveHostKey('another key', host.id);
  for (const [path, scope, key] of [
    ['list', {}, stranger],
    ['list', { realmId }, host.key],
    [files, {}, host.key],
    [files, { realmId }, stranger],
    [files, { realmId: other.realmId }, host.key],
    [files, { realmId, run: 1 }, host.key],
    [command, { realmId }, host.key],
    [command, { realmId: other.realmId, run: 1 }, host.key],
  ] as const) {
    expect([path, scope, await ask(host, path, scope, key, '[""]')]).toEqual([path, scope, 401]);
  }
  // A token of an earlier run, which was valid once.
  await host.runtime.stop(realmId, 0);
  await host.runtime.ensure(one, 2);
  expect(await ask(host, command, { realmId, run: 1 })).toBe(409);
  expect(await ask(host, command, { realmId, run: 2 })).toBe(200);
  expect(await ask(host, 'realms/../etc/inspect', {})).toBe(404);
});

test('a host with another certificate is not asked anything', async () => {
  const [host] = hosts;
  const pretended = { ...host.given, key: deriveHostKey('another key', host.id) };
  const deceived = new Fleet({ kernels: liveKernels, placement: inTurns([host]), silenceMs });
  await deceived.setHosts([pretended]);
  await expect(deceived.ensure(testSpec(), 1)).rejects.toMatchObject(unreachable);
  expect(host.place.realms.size).toBe(0);
  await deceived.close();
});

test('a key is copied as text, and says which host it is of', () => {
  const key = deriveHostKey('x', 'host-1');
  expect(readHostKey(writeHostKey(key))).toEqual(key);
  expect(() => readHostKey('host-1.abc')).toThrow('not a key');
});

test('a host on a unix socket is served by the same interface', async () => {
  await using host = await startFakeHost(undefined, true);
  const local = await fleetOf([host]);
  const spec = testSpec();
  await local.ensure(spec, 1);
  const ready = await firstNotice(local, ({ phase }) => phase === 'READY');
  // Gateways connect to the address that the host reports.
  expect(ready.endpoint).toEqual({ host: '127.0.0.1', port: 25_501, proxyProtocol: true });
  await local.close();
});

test('the realms of a lost host are told as lost, run on, and those of others are not touched', async () => {
  const [lost, other] = hosts;
  const [one, two] = [testSpec(), testSpec()];
  await fleet.ensure(one, 1);
  await fleet.ensure(two, 1);
  const notices = fleet.watch(AbortSignal.timeout(20_000))[Symbol.asyncIterator]();
  async function told(realmId: string, is: (notice: { lostSince: number | null; phase: string }) => boolean) {
    for (;;) {
      const { value } = await notices.next();
      if (value?.realmId === realmId && is(value)) return value;
    }
  }
  await told(one.realmId, ({ phase }) => phase === 'READY');
  await lost.server.close();
  const last = await told(one.realmId, ({ lostSince }) => lostSince !== null);
  expect(last).toMatchObject({ phase: 'READY', exit: null });
  expect(await fleet.inspect(one.realmId)).toMatchObject({ phase: 'READY', lostSince: last.lostSince });
  await expect(fleet.stop(one.realmId, 0)).rejects.toMatchObject(unreachable);
  await expect(fleet.files(one.realmId).list('')).rejects.toMatchObject(unreachable);
  await expect(fleet.ensure(one, 2)).rejects.toMatchObject(unreachable);
  expect(other.place.realms.has(one.realmId)).toBe(false);
  await fleet.command(two.realmId, 'say still here');
  expect((await fleet.list()).map(({ realmId }) => realmId)).toEqual([two.realmId]);

  // What ends in the meantime is reported when the host is back.
  lost.runtime.crash(one.realmId, { code: 70 });
  await lost.serve();
  expect(await told(one.realmId, ({ phase }) => phase === 'EXITED')).toMatchObject({ exit: { code: 70 } });
  expect(await fleet.ensure(one, 2)).toMatchObject({ fencingToken: 2, lostSince: null });
});

test('a host is believed only what it says of its own realms, and what it answers wrongly keeps no other from being known', async () => {
  const [liar, other] = hosts;
  const [own, theirs] = [testSpec(), testSpec()];
  const notices = fleet.watch(AbortSignal.timeout(20_000))[Symbol.asyncIterator]();
  await fleet.ensure(own, 1);
  await fleet.ensure(theirs, 1);
  expect(other.place.realms.has(theirs.realmId)).toBe(true);
  // It runs a realm of the other's name, says that it is ready, and then that it has ended.
  await liar.runtime.ensure(theirs, 7);
  liar.runtime.crash(theirs.realmId, { code: 1 });
  liar.runtime.setPlayers(own.realmId, [{ nickname: 'Ada', uuid: crypto.randomUUID(), world: 'overworld' }]);
  const told: [string, number, string][] = [];
  for (;;) {
    const { value } = await notices.next();
    if (!value) throw new Error('nothing is told');
    told.push([value.realmId, value.fencingToken, value.phase]);
    if (value.realmId === own.realmId && value.state?.players.length === 1) break;
  }
  expect(told.filter(([id, token, phase]) => id === theirs.realmId && (token === 7 || phase === 'EXITED'))).toEqual([]);
  expect(await fleet.list()).toMatchObject([{ realmId: own.realmId }, { realmId: theirs.realmId, fencingToken: 1 }]);

  liar.runtime.failNext('list', new Error('the disk of the host is broken'));
  expect((await fleet.list()).map(({ realmId }) => realmId)).toEqual([theirs.realmId]);
});

test('a host that only begins anew is not told as lost', async () => {
  const [host] = hosts;
  const spec = testSpec();
  await fleet.ensure(spec, 1);
  const told: (number | null)[] = [];
  const watching = new AbortController();
  const ended = (async () => {
    for await (const { lostSince, state } of fleet.watch(watching.signal)) {
      told.push(lostSince);
      if (state?.tps === 19) watching.abort();
    }
  })();
  await expect.poll(() => told.length).toBeGreaterThan(0);
  await host.server.close();
  await host.serve();
  host.runtime.emitState(spec.realmId, { tps: 19 });
  await ended;
  expect(told.every((lostSince) => lostSince === null)).toBe(true);
});

test('a host that takes every byte and says nothing is lost, and what was asked of it fails', async () => {
  const [host] = hosts;
  const sockets = new Set<Socket>();
  let isHole = false;
  const hole = createServer((socket) => {
    const there = connect(host.server.port, '127.0.0.1');
    for (const one of [socket, there]) sockets.add(one.on('error', () => undefined));
    socket.on('data', (bytes) => isHole || there.write(bytes));
    there.on('data', (bytes) => isHole || socket.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(hole, 'listening');
  const { port } = hole.address() as { port: number };
  const far = await fleetOf([{ ...host, given: { ...host.given, address: { host: '127.0.0.1', port } } }]);
  const spec = testSpec();
  await far.ensure(spec, 1);
  const { realmId } = spec;
  const asked = Promise.withResolvers<unknown>();
  const lost = await firstNotice(far, ({ phase, lostSince }) => {
    if (phase === 'READY' && !isHole) {
      isHole = true;
      far.commands(realmId).then(asked.resolve, asked.resolve);
    }
    return lostSince !== null;
  });
  expect(lost).toMatchObject({ realmId, phase: 'READY' });
  expect(await asked.promise).toMatchObject(unreachable);
  await far.close();
  hole.close();
  for (const socket of sockets) socket.destroy();
});

test('work that nobody waits for any more is given up at the host', async () => {
  const spec = testSpec();
  await fleet.ensure(spec, 1);
  const files = fleet.files(spec.realmId);
  const quota = { bytes: 64 * 1024 * 1024, files: 400 };
  const content = Readable.from([Buffer.alloc(16 * 1024 * 1024, 'x')]);
  await files.write('config/big', content, { quota, replaces: 'anything' });
  const ending = new AbortController();
  const work = { quota, signal: ending.signal, onProgress: () => ending.abort(new Error('not wanted')) };
  ending.abort(new Error('not wanted'));
  await expect(files.archive('config', ['big'], 'config/big.zip', work)).rejects.toThrow('not wanted');
  expect((await files.list('config')).map(({ name }) => name)).toEqual(['big']);
});

test('a host is sent a jar that it lacks, once, and runs what it has checked by its hash', async () => {
  const [host] = hosts;
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-jar-'));
  const jar = join(folder, 'server.jar');
  await writeFile(jar, 'what a server is made of');
  const java = { version: '1.21.4', jar, runtime: javaPath(21), eula: true };
  const specs = Array.from({ length: 3 }, () => testSpec('plains', { kernel: 'paper', java }));
  const alone = await fleetOf([host]);
  for (const spec of specs) await alone.ensure(spec, 1);
  const started = specs.map(({ realmId }) => host.place.realms.get(realmId)?.spec.java);
  expect(new Set(started.map((one) => one?.jar)).size).toBe(1);
  expect(started[0]).toMatchObject({ runtime: '/usr/bin/true', version: '1.21.4' });
  expect(await readFile(started[0]?.jar ?? '', 'utf8')).toBe('what a server is made of');
  const newer = { ...testSpec(), kernel: 'paper' as const, java: { ...java, runtime: javaPath(25) } };
  await expect(alone.ensure(newer, 1)).rejects.toMatchObject({ code: 'start_failed' });
  await alone.close();
  await rm(folder, { recursive: true });
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

test('a jar that is not what it was said to be is not kept, and the oldest make room', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-jars-'));
  const store = new JarStore(folder, 100);
  const [one, two] = ['1'.repeat(60), '2'.repeat(60)];
  await expect(store.keep(sha256(one), Readable.from([Buffer.from(two)]))).rejects.toThrow('not the one');
  expect(await store.find(sha256(one))).toBeNull();
  await expect(store.keep(sha256(one), Readable.from([Buffer.alloc(101)]))).rejects.toThrow('too large');
  await store.keep(sha256(one), Readable.from([Buffer.from(one)]));
  await store.keep(sha256(two), Readable.from([Buffer.from(two)]));
  expect(await store.find(sha256(one))).toBeNull();
  expect(await store.find(sha256(two))).not.toBeNull();
  await rm(folder, { recursive: true });
});

test('what is sent of a file is read as it comes, and a reader that goes lets go of it', async () => {
  const spec = testSpec();
  await fleet.ensure(spec, 1);
  const files = fleet.files(spec.realmId);
  const quota = { bytes: 64 * 1024 * 1024, files: 400 };
  const bytes = Buffer.alloc(8 * 1024 * 1024, 'realm');
  await files.write('config/big', Readable.from([bytes]), { quota, replaces: 'anything' });
  const { content } = await files.read('config/big');
  expect((await buffer(content)).equals(bytes)).toBe(true);
  const left = await files.read('config/big');
  left.content.destroy();
  expect((await files.stat('config/big')).bytes).toBe(bytes.length);
});
