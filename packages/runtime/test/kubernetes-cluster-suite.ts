import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nameOf } from '../src/kubernetes/manifests.ts';
import type { ObservedState, RealmRuntime } from '../src/runtime.ts';
import type { KubernetesPlaceForTest } from './kubernetes-place.ts';
import { testSpec } from './test-spec.ts';

const anything = { quota: { bytes: 1024 * 1024, files: 400 }, replaces: 'anything' } as const;
const graceMs = 20_000;
const toldWithinMs = 200_000;
const unreachable = { name: 'RuntimeError', code: 'unreachable' };
/** On a busy machine a pod may be silent for a moment. */
const isWell = ({ phase, lostSince }: ObservedState): boolean => phase === 'READY' && lostSince === null;

/** What happens to realms when their cluster misbehaves. Run with the stand-in and with a real cluster. */
export function describeCluster(name: string, make: () => Promise<KubernetesPlaceForTest>): void {
  describe(`${name}: realms of a cluster`, () => {
    let place: KubernetesPlaceForTest;
    let runtime: RealmRuntime;
    let drivers: RealmRuntime[];
    let numbers: number;

    beforeEach(async () => {
      place = await make();
      drivers = [];
      numbers = 0;
      runtime = await newDriver();
    });

    afterEach(async () => {
      for (const driver of drivers) await driver.close();
      await place[Symbol.asyncDispose]();
    });

    async function newDriver(options: Parameters<KubernetesPlaceForTest['driver']>[0] = {}): Promise<RealmRuntime> {
      const driver = await place.driver(options);
      drivers.push(driver);
      return driver;
    }

    function newSpec(): RealmSpec {
      return testSpec('meadow', { number: (numbers += 1) });
    }

    async function told(
      realmId: string,
      condition: (observed: ObservedState) => boolean,
      driver = runtime,
    ): Promise<ObservedState> {
      for await (const observed of driver.watch(AbortSignal.timeout(toldWithinMs)))
        if (observed.realmId === realmId && condition(observed)) return observed;
      throw new Error('not told in time');
    }

    async function ready(
      spec = newSpec(),
      fencingToken = 1,
    ): Promise<{ spec: RealmSpec; realmId: string; node: string }> {
      const { realmId } = spec;
      await runtime.ensure(spec, fencingToken);
      await told(realmId, ({ phase }) => phase === 'READY');
      return { spec, realmId, node: await place.cluster.nodeOf(nameOf(realmId)) };
    }

    /** How many times a realm is reported lost. */
    async function lossesUntil(signal: AbortSignal): Promise<number> {
      let losses = 0;
      for await (const { lostSince } of runtime.watch(signal)) if (lostSince !== null) losses += 1;
      return losses;
    }

    /** The uids of all pods. */
    const uids = async (): Promise<string[]> =>
      (await place.cluster.all('pods')).map(({ metadata }) => metadata.uid).toSorted();
    test('a realm on a node that cannot be reached is lost: it runs on, nothing is started in its place and no crash is told; it is back as it was when the node is', async () => {
      const one = await ready();
      await place.cluster.cordon(one.node);
      const other = await ready();
      expect(one.node).not.toBe(other.node);
      const before = await told(one.realmId, isWell);
      const pods = await uids();

      await place.cluster.cutOff(one.node);
      const lost = await told(one.realmId, ({ lostSince }) => lostSince !== null);
      expect(lost).toMatchObject({ phase: 'READY', fencingToken: 1, exit: null });
      await expect(runtime.ensure(one.spec, 2)).rejects.toMatchObject(unreachable);
      await expect(runtime.files(one.realmId).list('')).rejects.toMatchObject(unreachable);
      // A driver that has never heard from it knows its run by the volume claim.
      const stranger = await newDriver();
      const unheard = await told(one.realmId, ({ lostSince }) => lostSince !== null, stranger);
      expect(unheard).toMatchObject({ fencingToken: 1, state: null, exit: null, startedAt: before.startedAt });
      await expect(stranger.ensure(one.spec, 2)).rejects.toMatchObject(unreachable);
      // Realms on the other node notice nothing.
      await told(other.realmId, isWell);
      await runtime.command(other.realmId, 'say still-here');
      await told(other.realmId, isWell, stranger);
      // What the cluster wants from an absent node waits until it is back.
      expect(await uids()).toEqual(pods);

      await place.cluster.rejoin(one.node);
      for (const driver of [runtime, stranger]) {
        const back = await told(one.realmId, isWell, driver);
        expect(back).toMatchObject({ fencingToken: 1, startedAt: before.startedAt, endpoint: before.endpoint });
      }
      expect(await uids()).toEqual(pods);
    });

    test('a lost realm that the cluster wants gone stays lost until its node is back or taken away; then it starts on another, with its world', async () => {
      const one = await ready();
      await runtime.files(one.realmId).write('config/words', Readable.from([Buffer.from('kept')]), anything);
      await place.cluster.cutOff(one.node);
      await told(one.realmId, ({ lostSince }) => lostSince !== null);
      // What is to stop is ended by its node, once that is back.
      await expect(runtime.stop(one.realmId, graceMs)).rejects.toMatchObject(unreachable);
      const { metadata } = (await place.cluster.find('pods', nameOf(one.realmId))) ?? {};
      expect(metadata?.deletionTimestamp).toBeDefined();
      await place.cluster.evict(one.node);
      await expect(runtime.ensure(one.spec, 2)).rejects.toMatchObject(unreachable);
      await expect(runtime.destroy(newSpec().realmId)).resolves.toBeUndefined();
      expect(await runtime.inspect(one.realmId)).toMatchObject({ fencingToken: 1, exit: null });

      await place.cluster.remove(one.node);
      // Its end was requested: no crash.
      const ended = await told(one.realmId, ({ phase }) => phase === 'EXITED');
      expect(ended).toMatchObject({ fencingToken: 1, lostSince: null, exit: { asked: true } });
      expect(await runtime.inspect(one.realmId)).toEqual(ended);
      const again = await ready(one.spec, 2);
      expect(again.node).not.toBe(one.node);
      expect(await text((await runtime.files(one.realmId).read('config/words')).content)).toBe('kept');
    });

    test('while the cluster does not answer realms play on and are spoken with, and what happens then is known by it afterwards', async () => {
      const { spec, realmId } = await ready();
      await place.cluster.stopApi();
      await runtime.command(realmId, 'say still-here');
      await expect(runtime.ensure(newSpec(), 1)).rejects.toMatchObject(unreachable);
      const ended = told(realmId, ({ phase }) => phase === 'EXITED');
      await place.kill(realmId);
      expect(await ended).toMatchObject({ exit: { asked: false, signal: 'SIGKILL' } });
      expect(await runtime.ensure(spec, 2)).toMatchObject({ fencingToken: 2, exit: null });

      await place.cluster.startApi();
      await told(realmId, ({ phase }) => phase === 'READY');
      await runtime.stop(realmId, graceMs);
      await ready();
      const next = await newDriver();
      expect(await next.inspect(realmId)).toMatchObject({ phase: 'EXITED', fencingToken: 2, exit: { asked: true } });
    });

    test('what a cluster was not there to be told it is told later, and what has ended meanwhile is taken away', async () => {
      const { spec, realmId } = await ready();
      await place.cluster.stopApi();
      await runtime.stop(realmId, graceMs);
      expect(await runtime.inspect(realmId)).toMatchObject({ phase: 'EXITED', exit: { asked: true } });
      await expect.poll(() => place.cluster.runs(nameOf(realmId))).toBe(false);
      expect(await place.cluster.all('pods')).toHaveLength(1);
      await place.cluster.startApi();
      await expect.poll(() => place.cluster.all('pods')).toEqual([]);
      const next = await newDriver();
      expect(await next.inspect(realmId)).toMatchObject({ fencingToken: 1, exit: { asked: true, code: 0 } });
      await ready(spec, 2);
    });

    test('a pod that is drained saves its world, one whose program is killed has crashed, and the next takes up either', async () => {
      const { spec, realmId } = await ready();
      const seen = new AbortController();
      const losses = lossesUntil(seen.signal);
      const drained = told(realmId, ({ phase }) => phase === 'EXITED');
      await place.cluster.deletePod(nameOf(realmId));
      expect(await drained).toMatchObject({ fencingToken: 1, exit: { asked: true, code: 0 } });
      await ready(spec, 2);

      const crashed = told(realmId, ({ phase }) => phase === 'EXITED');
      await place.cluster.killPod(nameOf(realmId));
      expect(await crashed).toMatchObject({ fencingToken: 2, exit: { asked: false, code: null, signal: 'SIGKILL' } });
      await ready(spec, 3);
      // A pod that has ended was never lost, although the cluster reports its end late.
      seen.abort();
      expect(await losses).toBe(0);
      await runtime.destroy(realmId);
      for (const resource of ['pods', 'persistentvolumeclaims', 'secrets'])
        expect(await place.cluster.all(resource)).toEqual([]);
    });

    test('a sleeping realm has a pod for as long as somebody works on its files, and is known without one', async () => {
      const { spec, realmId } = await ready();
      await runtime.stop(realmId, graceMs);
      const gone = async () => {
        await expect.poll(() => place.cluster.all('pods')).toEqual([]);
        await expect.poll(() => place.cluster.all('secrets')).toEqual([]);
      };
      await gone();
      const asleep = await runtime.inspect(realmId);
      expect(asleep).toMatchObject({ phase: 'EXITED', fencingToken: 1, exit: { asked: true, code: 0 } });
      expect(await runtime.list()).toEqual([asleep]);

      await runtime.files(realmId).write('config/words', Readable.from([Buffer.from('kept')]), anything);
      expect((await place.cluster.find('pods', nameOf(realmId)))?.spec.containers[0].resources.limits.memory).toBe(
        '320Mi',
      );
      expect(await runtime.inspect(realmId)).toEqual(asleep);
      // The file agent's pod is too small for the realm, and is replaced.
      await ready(spec, 2);
      expect((await place.cluster.find('pods', nameOf(realmId)))?.spec.containers[0].resources.limits.memory).toBe(
        '768Mi',
      );
      expect(await text((await runtime.files(realmId).read('config/words')).content)).toBe('kept');
      await runtime.stop(realmId, graceMs);
      await gone();
      // On the node that already has its volume and image.
      const { node } = await ready(spec, 3);
      await runtime.stop(realmId, graceMs);
      await gone();
      expect((await ready(spec, 4)).node).toBe(node);
    });

    test('a realm that no node has room for holds nobody up, and starts when there is one', async () => {
      const { spec, realmId, node } = await ready();
      await runtime.stop(realmId, graceMs);
      await expect.poll(() => place.cluster.all('pods'), { timeout: toldWithinMs }).toEqual([]);
      await place.cluster.cordon(node);
      await place.cluster.cordon((await ready()).node);
      const noRoom = { name: 'RuntimeError', code: 'no_room' };
      await expect(runtime.ensure(spec, 2)).rejects.toMatchObject(noRoom);
      const waiting = await uids();
      await expect(runtime.ensure(spec, 2)).rejects.toMatchObject(noRoom);
      await expect(runtime.files(realmId).list('')).rejects.toMatchObject({ name: 'FilesError', code: 'busy' });
      expect(await uids()).toEqual(waiting);
      await place.cluster.uncordon(node);
      await expect.poll(() => runtime.ensure(spec, 2).catch(() => null), { timeout: toldWithinMs }).not.toBeNull();
      expect(await uids()).toEqual(waiting);
    });

    test('files that are asked for while their realm is deleted do not make it anew', async () => {
      const { realmId } = await ready();
      await runtime.stop(realmId, graceMs);
      await expect.poll(() => place.cluster.all('pods'), { timeout: toldWithinMs }).toEqual([]);
      const stranger = await newDriver();
      const asked = Promise.allSettled([runtime, stranger].map((driver) => driver.files(realmId).list('')));
      await expect.poll(() => place.cluster.all('pods'), { timeout: toldWithinMs }).toHaveLength(1);
      await runtime.destroy(realmId);
      await asked;
      expect(await place.cluster.all('persistentvolumeclaims')).toEqual([]);
    });

    test('what a cluster does not start is told, and is not left behind', async () => {
      const driver = await newDriver({
        startWithinMs: place.noticedWithinMs,
        settings: { ...place.settings, image: 'nothing:such' },
      });
      const spec = newSpec();
      const failed = driver.ensure(spec, 1);
      await expect(failed).rejects.toMatchObject({
        code: 'start_failed',
        message: expect.stringMatching(/ErrImagePull|ImagePullBackOff/),
      });
      await expect.poll(() => place.cluster.all('pods')).toEqual([]);
      expect(await driver.inspect(spec.realmId)).toBeNull();
      expect(await ready(spec, 2)).toMatchObject({ realmId: spec.realmId });
    });

    test('a realm’s process has a user of its own, a bound on processes, and is not given the key of its pod', async () => {
      const { spec, realmId } = await ready();
      const [secret] = await place.cluster.all('secrets');
      const key = Buffer.from(secret?.data?.['key'] ?? '', 'base64').toString();
      expect(key.length).toBeGreaterThan(40);
      const pid = await place.pid(realmId);
      const about = (file: string, of: string | number = pid): string => readFileSync(`/proc/${of}/${file}`, 'utf8');
      // The pod's first process, in which a signal would start this thread.
      const first = /^PPid:\t(\d+)$/m.exec(about('status'))?.[1] ?? '';
      const threads = readdirSync(`/proc/${first}/task`).map((id) => about('comm', `${first}/task/${id}`).trim());
      expect(threads.length).toBeGreaterThan(1);
      expect(threads).not.toContain('SignalInspector');
      expect(about('environ')).not.toContain(key.slice(-40));
      expect(about('limits')).toMatch(new RegExp(`^Max processes +${spec.limits.processes + 96} `, 'm'));
      // Only root can run a process as another user.
      const user = process.getuid?.() === 0 ? 100_000 + spec.number : process.getuid?.();
      expect(about('status')).toMatch(new RegExp(`^Uid:\t${user}\t`, 'm'));
      expect((await place.cluster.find('pods', nameOf(realmId)))?.spec.securityContext).toMatchObject({
        runAsUser: 100_000 + spec.number,
        fsGroupChangePolicy: 'OnRootMismatch',
      });
      await runtime.destroy(realmId);
    });
  });
}
