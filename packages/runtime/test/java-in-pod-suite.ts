import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainSettings } from '@realmkeep/realm-protocol';
import { expect, test } from 'vitest';
import { nameOf } from '../src/kubernetes/manifests.ts';
import { javaPath } from '../src/remote/remote-paths.ts';
import type { ObservedState, RealmRuntime } from '../src/runtime.ts';
import type { KubernetesPlaceForTest } from './kubernetes-place.ts';
import { realmServerApp } from './local-place.ts';
import { testSpec } from './test-spec.ts';

/** On a busy machine Java starts slowly. */
export const withinMs = 150_000;

export async function told(driver: RealmRuntime, phase: ObservedState['phase']): Promise<ObservedState> {
  for await (const observed of driver.watch(AbortSignal.timeout(withinMs)))
    if (observed.phase === phase) return observed;
  throw new Error('not told in time');
}

/** Run with the stand-in for a cluster and with a real one. */
export function testJavaInPod(name: string, make: () => Promise<KubernetesPlaceForTest>): void {
  test(
    `${name}: a server in Java runs in a pod of the image with its Java, from the jar that it is sent; it is led to its realm’s database, ends with its realm, and is refused without an image`,
    { timeout: withinMs },
    async () => {
      await using place = await make();
      await using stack = new AsyncDisposableStack();
      const folder = await mkdtemp(join(tmpdir(), 'realmkeep-java-'));
      stack.defer(() => rm(folder, { recursive: true, force: true }));
      await chmod(folder, 0o711);
      await using database = createServer((socket) =>
        socket.once('data', (said) => socket.end(`heard ${String(said)}`)),
      );
      const { ownAddress } = place;
      const doors = { host: ownAddress, folder: join(folder, 'doors'), open: async () => undefined };
      const runtime = await place.driver({ ownAddress, doors });
      stack.defer(() => runtime.close());
      const { buildStandInJar } = (await import(
        new URL('../fake-providers/src/kernels/build-stand-in-jar.ts', realmServerApp).href
      )) as { buildStandInJar: (folder: string) => Promise<string> };
      const [withJava] = place.settings.javaImages;
      const jar = await buildStandInJar(folder);
      const java = { version: '1.16.5', jar, runtime: javaPath(withJava?.major ?? 0), eula: true };
      const settings = { ...plainSettings, borderDiameter: 32 };
      const limits = { memoryMiB: 512, cores: 1, processes: 256 };
      const spec = testSpec('meadow', { kernel: 'vanilla', java, settings, limits });
      const { realmId } = spec;

      const newer = { ...spec, java: { ...java, runtime: javaPath(99) } };
      await expect(runtime.ensure(newer, 1)).rejects.toMatchObject({
        code: 'start_failed',
        message: 'there is no image with Java 99',
      });
      // Only a node knows which cgroups enforce its limits.
      expect(await runtime.enforcement()).toMatchObject({ memory: 'Kubernetes', cpu: 'Kubernetes' });
      await runtime.ensure(spec, 1);
      await told(runtime, 'READY');
      const [container] = (await place.cluster.find('pods', nameOf(realmId)))?.spec.containers ?? [];
      expect(container).toMatchObject({ image: withJava?.image, resources: { limits: { memory: '768Mi' } } });
      const server = childOf(await place.pid(realmId));
      expect(readlinkSync(`/proc/${server}/exe`)).toMatch(/\/java$/);

      const door = join(doors.folder, realmId);
      await mkdir(door, { recursive: true });
      database.listen(join(door, '.s.PGSQL.5432'));
      await once(database, 'listening');
      expect(await place.askDatabase(realmId, 'a plugin')).toBe('heard a plugin');

      await place.kill(realmId);
      await told(runtime, 'EXITED');
      await expect.poll(() => existsSync(`/proc/${server}/exe`)).toBe(false);
      await runtime.ensure(spec, 2);
      await told(runtime, 'READY');
      await runtime.destroy(realmId);
    },
  );
}

function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}
