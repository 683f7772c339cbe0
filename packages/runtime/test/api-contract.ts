import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterAddress, isStatus, KubeClient, type Resource } from '../src/kubernetes/kube-client.ts';
import { Claim, ObjectList, Pod, WatchEvent } from '../src/kubernetes/kube-objects.ts';
import { claimBody, nameOf, podBody, realmLabel, secretBody, selector } from '../src/kubernetes/manifests.ts';

/** A namespace set up as the chart does, and what tests do to it. */
export interface ApiForTest extends AsyncDisposable {
  /** With the credentials of the api's service account. */
  address: ClusterAddress;
  /** Sends a bookmark to all watches; a real cluster does that by itself. */
  bookmark(): void;
  /** Compacts the history, so that all earlier resource versions are gone. */
  forget(): Promise<void>;
  /** Removes a pod as its node does once it has ended. */
  take(pod: string): Promise<void>;
  /** An address with invalid credentials. */
  stranger: ClusterAddress;
}

const settings = {
  image: 'nothing:such',
  javaImages: [],
  storageClass: 'none',
  volumeAccess: 'ReadWriteOnce',
  volumeGiB: 1,
} as const;
const withinMs = 30_000;
/** A cluster's controllers remove deleted objects in their own time. */
const goneWithinMs = 200_000;

/** What the driver relies on in an API server: the stand-in and a real cluster must meet it alike. */
export function describeApi(name: string, make: () => Promise<ApiForTest>): void {
  describe(`${name}: the API of a cluster`, () => {
    let api: ApiForTest;
    let client: KubeClient;

    beforeAll(async () => {
      api = await make();
      client = new KubeClient(api.address);
    });

    afterAll(async () => {
      client.close();
      await api[Symbol.asyncDispose]();
    });

    async function makeClaim(realmId: string = crypto.randomUUID()): Promise<Claim> {
      return Claim.parse(await client.create('persistentvolumeclaims', claimBody(settings, realmId, 1)));
    }

    async function makePod(node: string | null, realmId?: string, hasVolume?: boolean): Promise<Pod> {
      return Pod.parse(await client.create('pods', newPod(node, realmId, hasVolume)));
    }

    async function find(resource: Resource, { metadata }: Claim): Promise<Claim | null> {
      try {
        const found = Claim.parse(await client.get(resource, metadata.name));
        return found.metadata.uid === metadata.uid ? found : null;
      } catch (error) {
        if (!isStatus(error, 404)) throw error;
        return null;
      }
    }

    const gone = (resource: Resource, object: Claim) =>
      expect.poll(() => find(resource, object), { timeout: goneWithinMs }).toBeNull();

    /** The events since a resource version, up to the pod `last`, or to the end of the watch. */
    async function follow(query: Record<string, string>, last?: string): Promise<WatchEvents> {
      const events: WatchEvents = [];
      const closing = new AbortController();
      for await (const line of client.watch('persistentvolumeclaims', query, closing.signal, withinMs)) {
        const event = WatchEvent.parse(line) as WatchEvents[number];
        events.push(event);
        if (event.type === last) break;
      }
      return events;
    }

    async function versionNow(): Promise<string> {
      return ObjectList.parse(await client.list('persistentvolumeclaims', { labelSelector: selector })).metadata
        .resourceVersion;
    }

    test('a name is there once, and what is not there is said to be so', async () => {
      const claim = await makeClaim();
      const { name: claimName, labels = {} } = claim.metadata;
      expect(Object.keys(labels)).toContain(realmLabel);
      expect(
        await answerTo(client.create('persistentvolumeclaims', claimBody(settings, labels[realmLabel] ?? '', 1))),
      ).toBe(409);
      expect(Claim.parse(await client.get('persistentvolumeclaims', claimName)).metadata.uid).toBe(claim.metadata.uid);
      expect(await answerTo(client.get('pods', 'realm-none'))).toBe(404);
      expect(await answerTo(client.patch('persistentvolumeclaims', 'realm-none', {}))).toBe(404);
      await expect(client.remove('pods', 'realm-none')).resolves.toBeUndefined();
      await client.remove('persistentvolumeclaims', claimName, claim.metadata.uid);
      await gone('persistentvolumeclaims', claim);
    });

    test('what is malformed is not taken, nor a pod that is not restricted, nor a call that the Role has not', async () => {
      const malformed = { ...claimBody(settings, 'one', 1), metadata: { name: 'Realm_One' } };
      expect(await answerTo(client.create('persistentvolumeclaims', malformed))).toBe(422);
      const free = newPod(null);
      for (const container of free.spec.containers) container.securityContext = {};
      expect(await answerTo(client.create('pods', free))).toBe(403);
      expect(await answerTo(client.list('secrets', {}))).toBe(403);
      expect(await answerTo(client.get('secrets', 'any'))).toBe(403);
      expect(await answerTo(client.patch('secrets', 'any', {}))).toBe(403);
      expect(await answerTo(client.patch('pods', 'any', {}))).toBe(403);
      const elsewhere = new KubeClient({ ...api.address, namespace: 'kube-system' });
      const list = elsewhere.list('pods', {});
      await expect(list).rejects.toMatchObject({ status: 403 });
      elsewhere.close();
    });

    test('whoever nobody knows is not spoken with', async () => {
      const stranger = new KubeClient(api.stranger);
      await expect(stranger.list('pods', {})).rejects.toMatchObject({ code: 'unreachable' });
      stranger.close();
    });

    test('a list comes in pages, has what the labels say, and has a version', async () => {
      const claims = [await makeClaim(), await makeClaim(), await makeClaim()];
      const seen: string[] = [];
      let next: string | undefined;
      let pages = 0;
      do {
        const query = { labelSelector: selector, limit: '2', ...(next && { continue: next }) };
        const { metadata, items } = ObjectList.parse(await client.list('persistentvolumeclaims', query));
        expect(BigInt(metadata.resourceVersion)).toBeGreaterThan(0n);
        for (const item of items) seen.push(Claim.parse(item).metadata.name);
        next = metadata.continue || undefined;
        pages += 1;
      } while (next !== undefined);
      expect(pages).toBeGreaterThan(1);
      expect(seen).toEqual(expect.arrayContaining(claims.map(({ metadata }) => metadata.name)));
      expect(new Set(seen).size).toBe(seen.length);
      const others = await client.list('persistentvolumeclaims', { labelSelector: 'app=another' });
      expect(ObjectList.parse(others).items).toEqual([]);
      for (const claim of claims) {
        await client.remove('persistentvolumeclaims', claim.metadata.name, claim.metadata.uid);
        await gone('persistentvolumeclaims', claim);
      }
    });

    test('a watch tells what has changed since a version, in its order, and ends when it was to', async () => {
      const since = await versionNow();
      const claim = await makeClaim();
      const { name: claimName, uid } = claim.metadata;
      await client.patch('persistentvolumeclaims', claimName, { metadata: { annotations: { words: 'told' } } });
      await client.remove('persistentvolumeclaims', claimName, uid);
      await gone('persistentvolumeclaims', claim);
      const query = { labelSelector: selector, resourceVersion: since, timeoutSeconds: '2' };
      const told = (await follow(query)).map(({ type, object }) => ({
        type,
        claim: Claim.parse(object).metadata,
      }));
      expect(new Set(told.map(({ claim: { uid: one } }) => one))).toEqual(new Set([uid]));
      expect(told.map(({ type }) => type).filter((type) => type !== 'MODIFIED')).toEqual(['ADDED', 'DELETED']);
      expect(
        told.some(({ type, claim: { annotations } }) => type === 'MODIFIED' && annotations?.['words'] === 'told'),
      ).toBe(true);
      const versions = told.map(({ claim: { resourceVersion } }) => BigInt(resourceVersion));
      expect(versions.every((version, i) => i === 0 || version > (versions[i - 1] ?? version))).toBe(true);
    });

    test('a patch of a version that is no longer is not taken; what is null in one is gone', async () => {
      const claim = await makeClaim();
      const { name: claimName, uid } = claim.metadata;
      const patch = (resourceVersion: string, words: string | null) =>
        client.patch('persistentvolumeclaims', claimName, { metadata: { resourceVersion, annotations: { words } } });
      let before = claim.metadata.resourceVersion;
      let taken: unknown;
      // The cluster's own components may write it in the meantime.
      await expect
        .poll(
          async () => {
            before = (await find('persistentvolumeclaims', claim))?.metadata.resourceVersion ?? '';
            return answerTo(patch(before, 'one').then((answer) => (taken = answer)));
          },
          { timeout: withinMs },
        )
        .toBeNull();
      const first = Claim.parse(taken);
      expect(first.metadata.annotations?.['words']).toBe('one');
      expect(BigInt(first.metadata.resourceVersion)).toBeGreaterThan(BigInt(before));
      expect(await answerTo(patch(before, 'two'))).toBe(409);
      const last = Claim.parse(await patch(first.metadata.resourceVersion, null));
      expect(last.metadata.annotations?.['words']).toBeUndefined();
      await client.remove('persistentvolumeclaims', claimName, uid);
      await gone('persistentvolumeclaims', claim);
    });

    test('a pod on no node is gone at once; one on a node waits for that, for as long as was said last, and never longer', async () => {
      const nowhere = await makePod(null);
      await client.remove('pods', nowhere.metadata.name, nowhere.metadata.uid);
      expect(await find('pods', nowhere)).toBeNull();

      const { metadata } = await makePod('node-that-is-not');
      const stored = async () => (await client.get('pods', metadata.name)) as { metadata: Terminating };
      await client.remove('pods', metadata.name, crypto.randomUUID());
      expect((await stored()).metadata.deletionTimestamp).toBeUndefined();
      await client.remove('pods', metadata.name, metadata.uid);
      expect((await stored()).metadata).toMatchObject({
        uid: metadata.uid,
        deletionTimestamp: expect.any(String),
        deletionGracePeriodSeconds: 75,
      });
      await client.remove('pods', metadata.name, metadata.uid, 10);
      expect((await stored()).metadata.deletionGracePeriodSeconds).toBe(10);
      await client.remove('pods', metadata.name, metadata.uid, 60);
      expect((await stored()).metadata.deletionGracePeriodSeconds).toBe(10);
      await api.take(metadata.name);
      await gone('pods', { metadata });
    });

    test('a claim stays as long as a pod on a node uses it, and what belongs to it goes with it', async () => {
      const realmId = crypto.randomUUID();
      const claim = await makeClaim(realmId);
      const { name: claimName, uid } = claim.metadata;
      const owner = { kind: 'PersistentVolumeClaim', name: claimName, uid };
      const secret = `${claimName}-1`;
      await client.create('secrets', secretBody(secret, 'key', owner));
      expect(await answerTo(client.create('secrets', secretBody(secret, 'key', owner)))).toBe(409);
      const pod = await makePod('node-that-is-not', realmId, true);
      await client.remove('persistentvolumeclaims', claimName, uid);
      expect((await find('persistentvolumeclaims', claim))?.metadata.deletionTimestamp).toEqual(expect.any(String));
      await client.remove('pods', pod.metadata.name, pod.metadata.uid);
      await api.take(pod.metadata.name);
      await gone('persistentvolumeclaims', claim);
      // Our account may not read it, but its name is free again.
      const next = await makeClaim(realmId);
      const again = { ...owner, uid: next.metadata.uid };
      await expect
        .poll(() => answerTo(client.create('secrets', secretBody(secret, 'key', again))), { timeout: goneWithinMs })
        .toBeNull();
      await client.remove('secrets', secret);
      await client.remove('persistentvolumeclaims', claimName, next.metadata.uid);
      await gone('persistentvolumeclaims', next);
    });

    // Must be last: a cluster's controllers are slow to return to an API server that was down.
    test('whoever watches is told how far they are, and whoever asks for what is forgotten is told that', async () => {
      const { metadata } = await makeClaim();
      const query = { labelSelector: selector, allowWatchBookmarks: 'true', timeoutSeconds: '10' };
      const followed = follow({ ...query, resourceVersion: await versionNow() }, 'BOOKMARK');
      // While nothing happens there are no events, however long that takes.
      const heard = new AbortController();
      const ended = followed.finally(() => heard.abort());
      while (!heard.signal.aborted) {
        const annotations = { words: crypto.randomUUID() };
        await client.patch('persistentvolumeclaims', metadata.name, { metadata: { annotations } });
        api.bookmark();
      }
      const told = await ended;
      const versions = told.map(({ object }) => BigInt(object.metadata?.resourceVersion ?? 0));
      expect(told.at(-1)).toMatchObject({ type: 'BOOKMARK' });
      expect(versions.at(-1)).toBeGreaterThanOrEqual(versions.at(-2) ?? 0n);
      await client.remove('persistentvolumeclaims', metadata.name, metadata.uid);
      await gone('persistentvolumeclaims', { metadata });
      const since = await versionNow();
      const other = await makeClaim();
      await client.remove('persistentvolumeclaims', other.metadata.name, other.metadata.uid);
      await gone('persistentvolumeclaims', other);
      await api.forget();
      const [forgotten] = await follow({ ...query, resourceVersion: since }, 'ERROR');
      expect(forgotten).toMatchObject({ type: 'ERROR', object: { code: 410 } });
    });
  });
}

type WatchEvents = { type: string; object: { code?: number; metadata?: { resourceVersion: string } } }[];

interface Terminating {
  uid: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
}

/** @param node one that does not exist, so that nothing ends the pod; null: the pod is not scheduled */
function newPod(node: string | null, realmId: string = crypto.randomUUID(), hasVolume = false) {
  const body = podBody({
    name: nameOf(realmId),
    labels: { [realmLabel]: realmId },
    secret: 'none',
    number: 1,
    shape: { image: settings.image, limits: null },
    hasVolume,
    node: null,
    told: {},
  }) as { spec: { containers: { securityContext: object }[] } };
  Object.assign(body.spec, node === null ? { nodeSelector: { nowhere: 'such' } } : { nodeName: node });
  return body;
}

async function answerTo(call: Promise<unknown>): Promise<number | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error)) throw error;
    return error.status as number;
  }
}
