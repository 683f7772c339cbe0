import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConsoleLine } from '@realmkeep/realm-protocol';
import type { RuntimeEnforcement, ObservedState, RealmRuntime } from '../src/runtime.ts';
import { findCgroups, hasGroups } from '../src/local/bounds/cgroup.ts';
import { createLocalRuntime, probeEnforcement } from '../src/local/local-runtime.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { groupName } from '../src/local/process/start-process.ts';
import { gone, makeLocalPlace, reachable, type LocalPlaceForTest } from './local-place.ts';
import { liveKernels } from '../src/fake/fake-runtime.ts';
import { testSpec } from './test-spec.ts';

const asRoot = process.getuid?.() === 0;
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const driverProcess = fileURLToPath(new URL('driver-process.ts', import.meta.url));

let place: LocalPlaceForTest;
let runtime: RealmRuntime;
let bounds: RuntimeEnforcement;

beforeEach(async () => {
  place = await makeLocalPlace();
  runtime = await place.driver();
  bounds = await runtime.enforcement();
});

afterEach(async () => {
  for (const { realmId } of await runtime.list()) await runtime.destroy(realmId);
  await runtime.close();
  await place[Symbol.asyncDispose]();
});

async function untilExited(): Promise<ObservedState> {
  for await (const observed of runtime.watch(AbortSignal.timeout(30_000)))
    if (observed.phase === 'EXITED') return observed;
  throw new Error('not told in time');
}

async function firstLines(realmId: string): Promise<ConsoleLine[]> {
  for await (const lines of runtime.console(realmId, AbortSignal.timeout(30_000))) if (lines.length > 0) return lines;
  throw new Error('nothing was printed in time');
}

/** The realm's cgroup in the controller; run as root on a machine with cgroups, each realm has one. */
function group(pid: number, controller: string): string {
  const lines = readFileSync(`/proc/${pid}/cgroup`, 'utf8').split('\n');
  const line =
    lines.find((each) => each.split(':')[1]?.split(',').includes(controller)) ??
    lines.find((each) => each.startsWith('0::'));
  const path = line?.split(':')[2] ?? '';
  return bounds.memory === 'cgroup v2' ? join('/sys/fs/cgroup', path) : join('/sys/fs/cgroup', controller, path);
}

test('a machine can be asked beforehand', async () => {
  expect(await probeEnforcement(place.dir, [])).toEqual(bounds);
  expect(bounds.memory).not.toBe('none');
});

test('a realm runs in a session of its own, without rights, in a folder that is its alone', async () => {
  const spec = testSpec('plains', { number: 7 });
  await runtime.ensure(spec, 1);
  const pid = place.pid(spec.realmId);
  const { folder } = realmPaths(place.dir, spec.realmId);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const uid = Number(/^Uid:\t(\d+)\t/m.exec(status)?.[1]);

  expect(status).toMatch(/^NSsid:\t(\d+\t)*\d+$/m);
  expect(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3]).toBe(String(pid));
  expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  expect(statSync(folder)).toMatchObject({ uid, mode: 0o040700 });
  expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 /m);
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('PATH=');
  expect(uid === process.getuid?.()).toBe(!bounds.ownUser);
  expect(bounds.ownUser).toBe(asRoot);
  expect(/^CapBnd:\t0+$/m.test(status)).toBe(bounds.ownUser);
});

test('each realm has a user of its own where the driver may give it one', async () => {
  const specs = [
    testSpec('plains', { number: 1 }),
    testSpec('plains', { number: 2 }),
    testSpec('plains', { number: 262_145 }),
  ];
  for (const spec of specs) await runtime.ensure(spec, 1);
  const users = specs.map(({ realmId }) => statSync(realmPaths(place.dir, realmId).folder).uid);
  expect(new Set(users).size).toBe(bounds.ownUser ? 3 : 1);
});

test('a realm that takes more memory than it may ends, and is told', async () => {
  const spec = testSpec('plains', { limits: { memoryMiB: 128, cores: 1, processes: 64 } });
  await runtime.ensure(spec, 1);
  const ended = untilExited();
  await runtime.command(spec.realmId, 'allocate');
  const { exit } = await ended;
  expect(exit).toMatchObject({ asked: false });
  // Beyond RLIMIT_DATA Node itself aborts.
  expect(exit?.signal === 'SIGKILL').toBe(bounds.memory !== 'prlimit');
});

test('a realm that takes more of the processor than it may is slowed down, in longer pieces until it has started', async () => {
  // Less than what other processes on a busy machine leave it.
  const spec = testSpec('beating', { limits: { memoryMiB: 256, cores: 0.1, processes: 64 } });
  await runtime.ensure(spec, 1);
  if (bounds.cpu === 'none') return;
  const folder = group(place.pid(spec.realmId), 'cpu');
  const files = bounds.cpu === 'cgroup v2' ? ['cpu.max'] : ['cpu.cfs_quota_us', 'cpu.cfs_period_us'];
  const share = (): string => files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join(' ');
  expect(share()).toBe('100000 1000000');
  await gone(() => share() !== '10000 100000');
  await runtime.command(spec.realmId, 'spin');
  await gone(() => !/^nr_throttled [1-9]/m.test(readFileSync(join(folder, 'cpu.stat'), 'utf8')));
});

test('a realm that starts more processes than it may is refused them', async () => {
  const spec = testSpec('plains', { limits: { memoryMiB: 512, cores: 1, processes: 40 } });
  await runtime.ensure(spec, 1);
  await runtime.command(spec.realmId, 'fork');
  const limited = expect.stringMatching(/^limited at [1-3]?\d$/) as string;
  const [said] = await firstLines(spec.realmId);
  expect(said).toMatchObject({ text: bounds.processes === 'none' ? 'no limit' : limited });
});

test.each([
  ['locks of files', 'lock'],
  ['sockets', 'sockets'],
  ['ports of UDP', 'ports'],
])('a realm that holds more %s than any game is killed', async (_, command) => {
  const [greedy, other] = [testSpec('plains', { number: 1 }), testSpec('plains', { number: 2 })];
  await runtime.ensure(greedy, 1);
  await runtime.ensure(other, 1);
  const ended = untilExited();
  await runtime.command(greedy.realmId, command);
  const { realmId, exit } = await ended;
  expect(realmId).toBe(greedy.realmId);
  expect(exit).toMatchObject({ asked: false, signal: 'SIGKILL' });
  expect(await runtime.inspect(other.realmId)).toMatchObject({ phase: 'READY' });
});

test('after its end no group of a realm is left, nor a process in it', async () => {
  const spec = testSpec('parent');
  await runtime.ensure(spec, 1);
  const memory = group(place.pid(spec.realmId), 'memory');
  await runtime.stop(spec.realmId, 5000);
  expect(await runtime.inspect(spec.realmId)).toMatchObject({ exit: { asked: true, code: 0 } });
  expect(bounds.memory.startsWith('cgroup') && existsSync(memory)).toBe(false);
});

test('nor are groups left when many realms that were adopted end at once', async () => {
  const specs = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => testSpec('plains', { number }));
  await Promise.all(specs.map((spec) => runtime.ensure(spec, 1)));
  await runtime.close();
  runtime = await place.driver();
  await Promise.all(specs.map(({ realmId }) => runtime.destroy(realmId)));
  const cgroups = await findCgroups();
  const left = specs.filter(({ realmId }) => cgroups !== null && hasGroups(cgroups, groupName(place.dir, realmId)));
  expect(left).toEqual([]);
});

test('a folder that realms could not pass to is refused in words', async () => {
  const closed = join(dirname(place.dir), 'closed');
  await mkdir(closed, { mode: 0o700 });
  const refusal = await createLocalRuntime({
    dir: join(closed, 'realms'),
    kernels: liveKernels,
    ...place.program,
  }).then(
    async (made) => {
      await made.close();
      return null;
    },
    (error: unknown) => String(error),
  );
  expect(refusal?.includes(`may not pass ${closed}`) ?? false).toBe(bounds.ownUser);
});

test('without rights the driver runs realms as its own user, within what prlimit can do', async () => {
  const dir = join(dirname(place.dir), 'unprivileged');
  await mkdir(dir);
  await chmod(dir, 0o777);
  const spec = testSpec('plains', { limits: { memoryMiB: 128, cores: 1, processes: 64 } });
  const whole = { entry: driverProcess, fileAgent: driverProcess, nodePath: process.execPath, execArgv: [], env: {} };
  const { nodePath, entry } = await reachable(whole, dirname(place.dir), packageFolder);
  const driver = [nodePath, entry, JSON.stringify({ dir, ...place.program }), JSON.stringify(spec), 'allocate'];
  const [file = '', ...args] = asRoot
    ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...driver]
    : driver;
  const { stdout } = await promisify(execFile)(file, args);
  expect(JSON.parse(stdout)).toMatchObject({
    enforcement: { memory: 'prlimit', cpu: 'none', processes: 'none', ownUser: false },
    started: { fencingToken: 1 },
    ended: { exit: { asked: false } },
    left: [],
  });
});
