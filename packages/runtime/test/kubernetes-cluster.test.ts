import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { plainSettings } from '@realmkeep/realm-protocol';
import { makeImage } from '@realmkeep/testkit/cluster/image';
import { afterAll, expect, test } from 'vitest';
import { nameOf } from '../src/kubernetes/manifests.ts';
import { javaPath } from '../src/remote/remote-paths.ts';
import type { ObservedState, RealmRuntime } from '../src/runtime.ts';
import { describeCluster } from './kubernetes-cluster-suite.ts';
import { makeKubernetesPlace } from './kubernetes-place.ts';
import { realmServerApp } from './local-place.ts';
import { testSpec } from './test-spec.ts';

const endedAfterMs = 300;
/** Where the processor is busy with something else a Java begins late. */
const withinMs = 150_000;
const folder = await mkdtemp(join(tmpdir(), 'realmkeep-image-'));
await chmod(folder, 0o711);
const image = await makeImage(folder);
// A pod that nobody calls is soon gone.
image.env['POD_IDLE_MS'] = '1000';
afterAll(() => rm(folder, { recursive: true, force: true }));

describeCluster('a stand-in', () => makeKubernetesPlace(image, { endedAfterMs }));

async function told(driver: RealmRuntime, phase: ObservedState['phase']): Promise<ObservedState> {
  for await (const observed of driver.watch(AbortSignal.timeout(withinMs)))
    if (observed.phase === phase) return observed;
  throw new Error('not told in time');
}

test(
  'a pod tells the driver that has made it where it is, before its node tells anybody',
  { timeout: withinMs },
  async () => {
    const { promise: begun, resolve: tellsOthers } = Promise.withResolvers<void>();
    await using place = await makeKubernetesPlace(image, { begun });
    const runtime = await place.driver({ ownAddress: '127.0.0.1' });
    const other = await place.driver();
    const spec = testSpec('meadow');
    await runtime.ensure(spec, 1);
    const { endpoint } = await told(runtime, 'READY');
    expect((await place.cluster.find('pods', nameOf(spec.realmId)))?.status.podIP).toBeUndefined();
    // Whoever has not made it learns of it as before.
    tellsOthers();
    expect((await told(other, 'READY')).endpoint).toEqual(endpoint);
    await runtime.destroy(spec.realmId);
    await runtime.close();
    await other.close();
  },
);

test(
  'a server in Java runs in a pod of the image with its Java, from the jar that it is sent; it is led to its realm’s database, ends with its realm, and is refused without an image',
  { timeout: withinMs },
  async () => {
    await using place = await makeKubernetesPlace(image);
    await using database = createServer((socket) => socket.once('data', (said) => socket.end(`heard ${String(said)}`)));
    const doors = { host: '127.0.0.1', folder: join(folder, 'doors'), open: async () => undefined };
    const runtime = await place.driver({ ownAddress: '127.0.0.1', doors });
    const { buildStandInJar } = (await import(
      new URL('../fake-providers/src/kernels/build-stand-in-jar.ts', realmServerApp).href
    )) as { buildStandInJar: (folder: string) => Promise<string> };
    const java = { version: '1.16.5', jar: await buildStandInJar(folder), runtime: javaPath(17), eula: true };
    const settings = { ...plainSettings, borderDiameter: 32 };
    const limits = { memoryMiB: 512, cores: 1, processes: 256 };
    const spec = testSpec('meadow', { kernel: 'vanilla', java, settings, limits });
    const { realmId } = spec;

    const newer = { ...spec, java: { ...java, runtime: javaPath(99) } };
    await expect(runtime.ensure(newer, 1)).rejects.toMatchObject({
      code: 'start_failed',
      message: 'there is no image with Java 99',
    });
    // By which cgroups its limits hold, a node alone knows.
    expect(await runtime.enforcement()).toMatchObject({ memory: 'Kubernetes', cpu: 'Kubernetes' });
    await runtime.ensure(spec, 1);
    await told(runtime, 'READY');
    const [container] = (await place.cluster.find('pods', nameOf(realmId)))?.spec.containers ?? [];
    expect(container).toMatchObject({
      image: 'realmkeep-realm-java17:test',
      resources: { limits: { memory: '768Mi' } },
    });
    const server = childOf(await place.pid(realmId));
    expect(readlinkSync(`/proc/${server}/exe`)).toMatch(/\/java$/);

    const door = join(doors.folder, realmId);
    await mkdir(door, { recursive: true });
    database.listen(join(door, '.s.PGSQL.5432'));
    await once(database, 'listening');
    // What realm-server leads its port 5432 to, which is a pod's own.
    const shown = readFileSync(`/proc/${await place.pid(realmId)}/cmdline`, 'utf8').split('\0');
    const program = connect(join(shown[shown.indexOf('--database-door') + 1] ?? '', '.s.PGSQL.5432'));
    program.write('a plugin');
    expect(await text(program)).toBe('heard a plugin');

    await place.kill(realmId);
    await told(runtime, 'EXITED');
    await expect.poll(() => existsSync(`/proc/${server}/exe`)).toBe(false);
    await runtime.ensure(spec, 2);
    await told(runtime, 'READY');
    await runtime.destroy(realmId);
    await runtime.close();
  },
);

function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}
