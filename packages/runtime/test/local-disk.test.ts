import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { liveKernels } from '../src/fake/fake-runtime.ts';
import { createLocalRuntime } from '../src/local/local-runtime.ts';
import type { RealmFacts, RealmRuntime, RuntimeError } from '../src/runtime.ts';
import { makeLocalPlace } from './local-place.ts';
import { testSpec } from './test-spec.ts';

const MEBIBYTE = 1024 * 1024;

/** Only root may mount a disk of its own. */
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot).each(['fill', 'fill-unseen', 'fill-hidden', 'fill-files'])(
  'a realm that fills the disk is stopped, the others go on: %s',
  async (command) => {
    const mounted = mountDisk(600);
    await using place = await makeLocalPlace();
    const runtime = await createLocalRuntime({ dir: join(mounted, 'realms'), kernels: liveKernels, ...place.program });
    onTestFinished(() => runtime.close());
    const [quiet, hostile] = [testSpec('plains', { number: 1 }), testSpec('plains', { number: 2 })];
    const before = await runtime.ensure(quiet, 1);
    await runtime.ensure(hostile, 2);
    const ended = exitOf(runtime, hostile.realmId);
    await runtime.command(hostile.realmId, command);

    const { exit } = await ended;
    expect(exit).toMatchObject({ asked: false, outOfRoom: true });
    expect(await runtime.inspect(quiet.realmId)).toMatchObject({ phase: 'READY', lease: before.lease });
    await runtime.command(quiet.realmId, 'still here');
    // It is known to the next driver too.
    expect((await runtime.inspect(hostile.realmId))?.exit).toMatchObject({ outOfRoom: true });
    // Its owner deletes what it has written, or the kernel has.
    await runtime.destroy(hostile.realmId);
    const { bavail, bsize } = statfsSync(mounted);
    expect(bavail * bsize).toBeGreaterThan(400 * MEBIBYTE);
    await runtime.destroy(quiet.realmId);
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
  const stopped = await runtime.stop(spec.realmId, 1000).then(
    () => 'stopped',
    (error: unknown) => (error as RuntimeError).code,
  );
  expect(stopped).toBe(after.phase === 'EXITED' ? 'stopped' : 'unsaved');
  expect(await runtime.inspect(spec.realmId)).toMatchObject(after);
  await runtime.destroy(spec.realmId);
  expect(await runtime.inspect(spec.realmId)).toBeNull();
});

function mountDisk(mebibytes: number): string {
  const mountPoint = mkdtempSync(join(tmpdir(), 'realmkeep-disk-'));
  // In memory: of a slow disk the kernel would let nobody go before what they wrote is on it.
  const image = join('/dev/shm', basename(mountPoint));
  execFileSync('truncate', ['-s', `${mebibytes}M`, image]);
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
  execFileSync('mount', ['-o', 'loop', image, mountPoint]);
  chmodSync(mountPoint, 0o711);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', mountPoint]);
    rmSync(mountPoint, { recursive: true });
    rmSync(image);
  });
  return mountPoint;
}

async function exitOf(runtime: RealmRuntime, realmId: string): Promise<RealmFacts> {
  for await (const facts of runtime.watch(AbortSignal.timeout(30_000))) {
    if (facts.realmId === realmId && facts.phase === 'EXITED') return facts;
  }
  throw new Error('it was not stopped in time');
}
