import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, lchown, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBounds } from '../src/local/bounds/enforcement.ts';
import { FileAgents } from '../src/local/file-agents/file-agents.ts';
import { localFiles } from '../src/local/file-agents/local-files.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { visibleFolders } from '../src/files.ts';
import type { RealmRuntime } from '../src/runtime.ts';
import { fileAgents, gone, type LocalPlaceForTest, makeLocalPlace, realmServer, withEngine } from './local-place.ts';
import { testSpec } from './test-spec.ts';

const driverProcess = fileURLToPath(new URL('driver-process.ts', import.meta.url));
const standIn = fileURLToPath(new URL('stand-in-server.ts', import.meta.url));
const failing = fileURLToPath(new URL('failing-file-agent.ts', import.meta.url));
const lying = fileURLToPath(new URL('lying-file-agent.ts', import.meta.url));

const anything = { quota: { bytes: 1024 ** 3, files: 1000 }, replaces: 'anything' } as const;
const spec = testSpec('meadow');
const { realmId } = spec;

let place: LocalPlaceForTest;
let runtime: RealmRuntime;
let folder: string;

beforeEach(async () => {
  place = await makeLocalPlace(realmServer);
  runtime = await place.driver();
  await runtime.ensure(spec, 1);
  await runtime.stop(realmId, 20_000);
  ({ folder } = realmPaths(place.dir, realmId));
});

afterEach(async () => {
  for (const pid of fileAgents(folder)) process.kill(pid, 'SIGKILL');
  await runtime.close();
  const last = await place.driver();
  await last.destroy(realmId);
  await last.close();
  await place[Symbol.asyncDispose]();
});

async function stopFileAgent(): Promise<void> {
  await runtime.files(realmId).list('');
  for (const pid of fileAgents(folder)) process.kill(pid, 'SIGSTOP');
}

test('a file agent that its realm has stopped keeps nobody from removing the realm', async () => {
  await stopFileAgent();
  const copied = runtime.worlds(realmId).copy(randomUUID(), '{}');
  await Promise.all([copied.catch(() => undefined), runtime.destroy(realmId)]);
  expect(fileAgents(folder)).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

test("a second driver process that lists files and copies a world leaves the first one's file agent alone, and what it is writing", async () => {
  await runtime.ensure(spec, 2);
  const half = new PassThrough();
  const written = runtime.files(realmId).write('config/half', half, anything);
  half.write('half');
  await gone(() => !existsSync(join(folder, '.keeper')) || readdirSync(join(folder, '.keeper')).length === 0);
  const first = fileAgents(folder);
  const options = JSON.stringify({ dir: place.dir, ...place.program });
  const second = execFile(process.execPath, [driverProcess, options, JSON.stringify(spec), 'copy']);
  const [code] = (await once(second, 'exit')) as [number | null];
  expect([code, fileAgents(folder)]).toEqual([0, first]);
  half.end('half');
  expect(await written).toMatchObject({ bytes: 8 });
  expect(fileAgents(folder)).toEqual(first);
});

test('a file agent that its realm has stopped ends with its driver', async () => {
  await stopFileAgent();
  const copied = runtime.worlds(realmId).copy(randomUUID(), '{}');
  await Promise.all([copied.catch(() => undefined), runtime.close()]);
  expect(fileAgents(folder)).toEqual([]);
});

test('a file agent that hangs is given up and replaced; a slow reader is not held against it', async () => {
  const { dir, program } = place;
  const closing = new AbortController();
  const impatient = new FileAgents(
    withEngine({
      dir,
      program,
      bounds: await findBounds(dir),
      gateway: null,
      closing: closing.signal,
      silenceMs: 4000,
      publish: () => undefined,
      tellStart: () => undefined,
    }),
  );
  const files = localFiles(impatient, realmId, (task) => task());
  const big = Readable.from([Buffer.alloc(8 * 1024 * 1024, 'x')]);
  await files.write('config/big', big, anything);
  const { content } = await files.read('config/big');
  // In the meantime another realm's agent is silent for as long, and is given up.
  const other = testSpec('meadow');
  await runtime.ensure(other, 1);
  await runtime.stop(other.realmId, 20_000);
  const others = localFiles(impatient, other.realmId, (task) => task());
  await others.list('');
  for (const pid of fileAgents(realmPaths(dir, other.realmId).folder)) process.kill(pid, 'SIGSTOP');
  await expect(others.list('')).rejects.toMatchObject({ code: 'silent' });
  expect((await buffer(content)).length).toBe(8 * 1024 * 1024);
  for (const pid of fileAgents(folder)) process.kill(pid, 'SIGSTOP');
  await expect(files.list('')).rejects.toMatchObject({ code: 'silent' });
  expect(await files.list('')).toHaveLength(visibleFolders.length);
  await impatient.endAll();
  await runtime.destroy(other.realmId);
});

test('whatever a realm has left in the place of its fencing token or its world, another world takes their place', async () => {
  const worlds = runtime.worlds(realmId);
  const copy = randomUUID();
  await worlds.copy(copy, '{}');
  const archive = await buffer(await worlds.pack(copy));
  await worlds.drop(copy);
  const { uid } = statSync(folder);
  const world = join(folder, 'world');
  const token = join(world, 'lease');
  const left: (() => Promise<void>)[] = [
    async () => {
      await rm(token, { recursive: true, force: true });
      spawnSync('mkfifo', ['-m', '666', token]);
      await lchown(token, uid, uid);
    },
    async () => {
      await rm(token, { recursive: true, force: true });
      await symlink('/dev/zero', token);
    },
    async () => {
      await rm(world, { recursive: true });
      await symlink('/etc', world);
    },
  ];
  for (const leave of left) {
    const id = randomUUID();
    await worlds.unpack(id, Readable.from([archive]));
    await leave();
    await worlds.exchange(id);
    expect(statSync(join(world, 'map.json')).uid).toBe(uid);
    await worlds.putBack(id);
    await worlds.exchange(id);
    await worlds.drop(id);
  }
});

test('what a realm has closed to itself keeps nobody from copying its world; a hole stays one', async () => {
  const { uid } = statSync(folder);
  const world = join(folder, 'world');
  await mkdir(join(world, 'locked'));
  await writeFile(join(world, 'unread'), 'x');
  await writeFile(join(world, 'sparse'), 'x');
  // Far more than a copy may contain: only what is on the disk counts.
  await truncate(join(world, 'sparse'), 1024 ** 4);
  for (const name of ['locked', 'unread', 'sparse']) await lchown(join(world, name), uid, uid);
  for (const name of ['locked', 'unread']) await chmod(join(world, name), 0);
  const worlds = runtime.worlds(realmId);
  const id = randomUUID();
  const copied = await worlds.copy(id, '{}');
  expect(copied.leftOut.toSorted()).toEqual(['world/locked', 'world/unread']);
  const copy = statSync(join(folder, `.world-${id}`, 'world/sparse'));
  expect([copy.size, copy.blocks * 512 < 1024 ** 2]).toEqual([1024 ** 4, true]);
  await worlds.drop(id);
});

test('what is as deep in folders as a path may be is copied and packed', async () => {
  const deepest = ['config', ...Array<string>(30).fill('d'), 'deepest'];
  const files = runtime.files(realmId);
  const quota = { bytes: 1024 * 1024, files: 1000 };
  for (let names = 2; names <= deepest.length; names += 1)
    await files.makeFolder(deepest.slice(0, names).join('/'), quota);
  const id = randomUUID();
  const worlds = runtime.worlds(realmId);
  await worlds.copy(id, '{}');
  expect(statSync(join(folder, `.world-${id}`, ...deepest)).isDirectory()).toBe(true);
  const archive = await buffer(await worlds.pack(id));
  const other = randomUUID();
  await worlds.unpack(other, Readable.from([archive]));
  expect(statSync(join(folder, `.world-${other}`, ...deepest)).isDirectory()).toBe(true);
  for (const each of [id, other]) await worlds.drop(each);
});

test('a file of a file agent that lies is not longer than it says', async () => {
  await using other = await makeLocalPlace({ entry: standIn, fileAgent: lying, execArgv: [], env: {} });
  const lied = await other.driver();
  await lied.ensure(spec, 1);
  const { entry, content } = await lied.files(realmId).read('config/a');
  expect(entry.bytes).toBe(3);
  await expect(text(content)).rejects.toThrow('longer than it was said to be');
  await expect(lied.files(realmId).drawLand({ x: 0, z: 0, made: false })).rejects.toThrow('another size');
  await expect(lied.drawPicture({ x: 0, z: 0 }, [])).rejects.toThrow('was not drawn');
  await lied.destroy(realmId);
  await lied.close();
});

test('who has asked one that ends, or that does not start, is told to ask again', async () => {
  for (const [fileAgent, words] of [
    [lying, 'ended while it worked'],
    [failing, 'did not start: there is no room for it'],
  ] as const) {
    await using other = await makeLocalPlace({ entry: standIn, fileAgent, execArgv: [], env: {} });
    const ending = await other.driver();
    await ending.ensure(spec, 1);
    const move = () => ending.files(realmId).move('config/a', 'config/b');
    const told = { name: 'FilesError', code: 'silent', message: expect.stringContaining(words) };
    await expect(move()).rejects.toMatchObject(told);
    await expect(move()).rejects.toMatchObject(told);
    await ending.destroy(realmId);
    await ending.close();
  }
});

test('one that says for ever that it works has no longer a turn than any other', async () => {
  await using other = await makeLocalPlace({ entry: standIn, fileAgent: lying, execArgv: [], env: {} });
  const lied = await other.driver();
  await lied.ensure(spec, 1);
  const { dir, program } = other;
  const fileAgents = new FileAgents(
    withEngine({
      dir,
      program,
      bounds: await findBounds(dir),
      gateway: null,
      closing: new AbortController().signal,
      silenceMs: 300,
      publish: () => undefined,
      tellStart: () => undefined,
    }),
  );
  await expect(localFiles(fileAgents, realmId, (task) => task()).list('')).rejects.toMatchObject({ code: 'silent' });
  await fileAgents.endAll();
  await lied.destroy(realmId);
  await lied.close();
});
