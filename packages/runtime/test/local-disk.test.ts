import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { liveKernels } from '../src/fake/fake-runtime.ts';
import { DiskGuard } from '../src/local/disk/disk-guard.ts';
import { createLocalRuntime } from '../src/local/local-runtime.ts';
import type { ObservedState, RealmRuntime, RuntimeError } from '../src/runtime.ts';
import { makeLocalPlace, reachable, realmServer } from './local-place.ts';
import { testSpec } from './test-spec.ts';

const mebibyte = 1024 * 1024;
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const driverProcess = fileURLToPath(new URL('driver-process.ts', import.meta.url));
const nobody = 65_534;

/** mkfs's options for them. */
const quotas = { ext4: ['-O', 'quota'], xfs: [] };
const mountAndUnmount = `truncate -s 16M "$1/image" && mkfs.ext4 -q -O quota "$1/image" && mkdir "$1/mounted" &&
mount -o loop,usrquota "$1/image" "$1/mounted" && umount "$1/mounted"`;

/** Only root may mount a disk. */
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot).each(['fill', 'fill-unseen', 'fill-hidden', 'fill-files'])(
  'a realm that fills the disk is stopped, the others go on: %s',
  async (command) => {
    const mounted = mountDisk(600);
    await using place = await makeLocalPlace();
    const runtime = await createLocalRuntime({ dir: join(mounted, 'realms'), kernels: liveKernels, ...place.program });
    onTestFinished(() => runtime.close());
    const beside = await createLocalRuntime({ dir: join(mounted, 'realms'), kernels: liveKernels, ...place.program });
    onTestFinished(() => beside.close());
    const [quiet, hostile] = [testSpec('plains', { number: 1 }), testSpec('plains', { number: 2 })];
    const before = await runtime.ensure(quiet, 1);
    await runtime.ensure(hostile, 2);
    const ended = exitOf(runtime, hostile.realmId);
    await runtime.command(hostile.realmId, command);

    const { exit } = await ended;
    expect(exit).toMatchObject({ asked: false, outOfRoom: true });
    expect(await runtime.inspect(quiet.realmId)).toMatchObject({ phase: 'READY', fencingToken: before.fencingToken });
    await runtime.command(quiet.realmId, 'still here');
    // To both drivers, whichever has killed it, and to the next one.
    for (const driver of [runtime, beside]) {
      await expect.poll(async () => (await driver.inspect(hostile.realmId))?.exit).toMatchObject({ outOfRoom: true });
    }
    // Its owner deletes what it has written, unless Linux already has.
    await runtime.destroy(hostile.realmId);
    await expect.poll(() => room(mounted)).toBeGreaterThan(400 * mebibyte);
    await runtime.destroy(quiet.realmId);
  },
);

test.runIf(isRoot)(
  'of an ordinary user’s driver too: what a realm has deleted and still writes to counts as its own',
  async () => {
    const mounted = mountDisk(600);
    await using place = await makeLocalPlace();
    const dir = join(mounted, 'realms');
    mkdirSync(dir);
    chownSync(dir, nobody, nobody);
    const whole = {
      entry: driverProcess,
      fileAgent: driverProcess,
      nodePath: process.execPath,
      execArgv: [],
      env: {},
    };
    const { nodePath, entry } = await reachable(whole, dirname(place.dir), packageFolder);
    const options = JSON.stringify({ dir, ...place.program });
    const driver = [nodePath, entry, options, JSON.stringify(testSpec()), 'fill-unseen'];
    const user = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
    const { stdout } = await promisify(execFile)('setpriv', [...user, ...driver]);
    expect(JSON.parse(stdout)).toMatchObject({
      enforcement: { ownUser: false },
      ended: { exit: { asked: false, outOfRoom: true } },
    });
  },
);

test.runIf(isRoot)(
  'a disk that is full before the guard’s first look: what was free when it began is known',
  async () => {
    const mounted = mountDisk(200);
    const before = room(mounted);
    const { promise: stopped, resolve: shutOut } = Promise.withResolvers<string>();
    const writer = { usage: async () => before - room(mounted), shutOut: () => shutOut('writer') };
    const running = new Map<string, typeof writer>();
    const guard = await DiskGuard.begin(mounted, 'bytes', () => running);
    onTestFinished(() => guard.close());
    running.set('writer', writer);
    execFileSync('sh', ['-c', 'cat /dev/zero >"$1/much" || true', 'sh', mounted], { stdio: 'ignore' });
    expect(await stopped).toBe('writer');
  },
);

test.runIf(isRoot).each([
  ['the disk is full: it waits', 48, { phase: 'STOPPING' }],
  ['there is room, whatever it says', 300, { phase: 'EXITED' }],
] as const)('a realm that says that it could not save, and does not end: %s', async (_, mebibytes, after) => {
  const mounted = mountDisk(mebibytes);
  await using place = await makeLocalPlace();
  const runtime = await createLocalRuntime({ dir: join(mounted, 'realms'), kernels: liveKernels, ...place.program });
  onTestFinished(() => runtime.close());
  const spec = testSpec('stuck');
  await runtime.ensure(spec, 1);
  await runtime.command(spec.realmId, 'unsaved');
  for await (const { state } of runtime.watch(AbortSignal.timeout(30_000))) if (state?.unsavedSince) break;
  const stopped = await runtime.stop(spec.realmId, 3000).then(
    () => 'stopped',
    (error: unknown) => (error as RuntimeError).code,
  );
  expect(stopped).toBe(after.phase === 'EXITED' ? 'stopped' : 'unsaved');
  // It may hear of the end after the call has returned.
  await expect.poll(() => runtime.inspect(spec.realmId)).toMatchObject(after);
  await runtime.destroy(spec.realmId);
  expect(await runtime.inspect(spec.realmId)).toBeNull();
});

test.runIf(isRoot)('copies, unpacked worlds and uploads leave the reserve of the realm’s own disk', async () => {
  const mounted = mountDisk(160);
  await using place = await makeLocalPlace(realmServer);
  const runtime = await createLocalRuntime({ dir: join(mounted, 'realms'), kernels: liveKernels, ...place.program });
  onTestFinished(() => runtime.close());
  const spec = testSpec('meadow');
  const { realmId } = spec;
  await runtime.ensure(spec, 1);
  await runtime.stop(realmId, 20_000);
  const [files, worlds] = [runtime.files(realmId), runtime.worlds(realmId)];
  const write = (path: string, mebibytes: number) =>
    files.write(path, Readable.from(piecesOf(mebibytes)), {
      quota: { bytes: 2 ** 40, files: 1000 },
      replaces: 'nothing',
    });
  const [first, second] = [randomUUID(), randomUUID()];

  await write('world/large', 24);
  await worlds.copy(first, '{}');
  const archive = await buffer(await worlds.pack(first));
  await worlds.drop(first);
  await expect(write('config/larger', 200)).rejects.toMatchObject({ code: 'disk_full' });
  await write('config/large', 90);
  await expect(worlds.copy(second, '{}')).rejects.toMatchObject({ code: 'disk_full' });
  await worlds.drop(second);
  await expect(worlds.unpack(second, Readable.from([archive]))).rejects.toMatchObject({ code: 'disk_full' });
  expect(room(mounted)).toBeGreaterThan(5 * mebibyte);
  await runtime.destroy(realmId);
});

function* piecesOf(mebibytes: number): Generator<Buffer> {
  for (let n = 0; n < mebibytes; n += 1) yield Buffer.alloc(mebibyte, 'x');
}

test.runIf(isRoot)('a disk without limits by user is counted', async () => {
  const mounted = mountDisk(48);
  await using place = await makeLocalPlace();
  const runtime = await createLocalRuntime({ dir: join(mounted, 'realms'), kernels: liveKernels, ...place.program });
  onTestFinished(() => runtime.close());
  expect(await runtime.enforcement()).toMatchObject({ disk: 'counted' });
});

test.runIf(isRoot && hasQuotas()).each([
  ['fill', 'ext4'],
  ['fill-unseen', 'ext4'],
  ['fill', 'xfs'],
] as const)('where there are limits by user the kernel refuses what is over them: %s, %s', async (command, type) => {
  const mounted = mountDisk(600, type, 'usrquota');
  await using place = await makeLocalPlace();
  const runtime = await createLocalRuntime({ dir: join(mounted, 'realms'), kernels: liveKernels, ...place.program });
  onTestFinished(() => runtime.close());
  expect(await runtime.enforcement()).toMatchObject({ disk: 'quota' });
  const disk = { bytes: 32 * mebibyte, files: 100 };
  const spec = testSpec('plains', { limits: { memoryMiB: 512, cores: 1, processes: 64, disk } });
  await runtime.ensure(spec, 1);
  await runtime.command(spec.realmId, command);
  await says(runtime, spec.realmId, `errno ${-constants.errno.EDQUOT}`);
  expect(room(mounted)).toBeGreaterThan(400 * mebibyte);
  await runtime.stop(spec.realmId, 1000);
  // A realm that uses all it may can start again.
  await runtime.ensure(spec, 2);
  await runtime.destroy(spec.realmId);
});

/** Whether this machine's Linux has disk quotas: those of small virtual machines have none. */
function hasQuotas(): boolean {
  const root = mkdtempSync(join(tmpdir(), 'realmkeep-quota-'));
  try {
    execFileSync('sh', ['-c', mountAndUnmount, 'sh', root], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function mountDisk(mebibytes: number, type: 'ext4' | 'xfs' = 'ext4', options = ''): string {
  const mountPoint = mkdtempSync(join(tmpdir(), 'realmkeep-disk-'));
  // In memory: on a slow disk a killed process only ends once what it wrote is on the disk.
  const image = join('/dev/shm', basename(mountPoint));
  execFileSync('truncate', ['-s', `${mebibytes}M`, image]);
  execFileSync(`mkfs.${type}`, [...(options === '' ? [] : quotas[type]), '-q', image]);
  execFileSync('mount', ['-o', `loop,${options}`, image, mountPoint]);
  chmodSync(mountPoint, 0o711);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', mountPoint]);
    rmSync(mountPoint, { recursive: true });
    rmSync(image);
  });
  return mountPoint;
}

/** The free bytes of the folder's disk. */
function room(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Resolves when the realm prints the text. */
async function says(runtime: RealmRuntime, realmId: string, text: string): Promise<void> {
  for await (const lines of runtime.console(realmId, AbortSignal.timeout(30_000))) {
    if (lines.some((line) => line.text === text)) return;
  }
  throw new Error(`it does not say ${text}`);
}

async function exitOf(runtime: RealmRuntime, realmId: string): Promise<ObservedState> {
  for await (const observed of runtime.watch(AbortSignal.timeout(30_000))) {
    if (observed.realmId === realmId && observed.phase === 'EXITED') return observed;
  }
  throw new Error('it was not stopped in time');
}
