import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testCertificate } from '@realmkeep/testkit/certificate';
import { StandInApiServer } from '@realmkeep/testkit/cluster/api-server';
import { hostCertificate } from '../remote/host-certificate.ts';
import { deriveHostKey } from '../remote/host-key.ts';
import { Informer } from './informer.ts';
import { isStatus, KubeClient } from './kube-client.ts';
import { Claim } from './kube-objects.ts';
import { claimBody, selector } from './manifests.ts';

const settings = {
  image: 'none',
  javaImages: [],
  storageClass: null,
  volumeAccess: 'ReadWriteOnce',
  volumeGiB: 1,
} as const;

let server: StandInApiServer;
let client: KubeClient;
let closing: AbortController;
/** By name; null: it is gone. */
let told: Map<string, Claim | null>;

beforeEach(async () => {
  server = new StandInApiServer();
  await server.start();
  client = new KubeClient({ url: server.url, namespace: 'realms', credentials: '/nowhere' });
  closing = new AbortController();
  told = new Map();
});

afterEach(async () => {
  closing.abort();
  client.close();
  await server.stop();
});

async function informed(silenceMs?: number): Promise<Informer<Claim>> {
  const informer = new Informer({
    client,
    resource: 'persistentvolumeclaims',
    selector,
    schema: Claim,
    onChange: (name, now) => void told.set(name, now),
    signal: closing.signal,
    ...(silenceMs && { silenceMs }),
  });
  await informer.synced;
  return informer;
}

async function makeClaim(): Promise<string> {
  const made = Claim.parse(await client.create('persistentvolumeclaims', claimBody(settings, crypto.randomUUID(), 1)));
  return made.metadata.name;
}

const calls = (call: string): number => server.calls.filter((one) => one === `${call} persistentvolumeclaims`).length;
const within = () => AbortSignal.timeout(30_000);

test('what there is is listed by pages, and what changes is told', async () => {
  const names = [];
  for (let i = 0; i < 501; i += 1) names.push(await makeClaim());
  const informer = await informed();
  expect(
    informer
      .all()
      .map(({ metadata }) => metadata.name)
      .toSorted(),
  ).toEqual(names.toSorted());
  expect(calls('list')).toBe(2);

  const made = await makeClaim();
  await informer.until(made, (now) => now !== null, within());
  const metadata = { annotations: { 'realmkeep.io/run': 'words' } };
  await client.patch('persistentvolumeclaims', made, { metadata });
  const changed = await informer.until(
    made,
    (now) => now?.metadata.annotations?.['realmkeep.io/run'] === 'words',
    within(),
  );
  expect(told.get(made)).toEqual(changed);
  await client.remove('persistentvolumeclaims', made);
  await informer.until(made, (now) => now === null, within());
  expect(told.get(made)).toBeNull();
  expect(calls('list')).toBe(2);
});

test('a watch that ends goes on where it was, by a bookmark too; what the cluster has forgotten is listed anew', async () => {
  const [first, second] = [await makeClaim(), await makeClaim()];
  const informer = await informed();
  await expect.poll(() => calls('watch')).toBe(1);
  // It is not one of ours: only a bookmark reports the cluster's version.
  await client.create('secrets', { metadata: { name: 'another' }, data: {} });
  server.forget();
  server.bookmark();
  server.endWatches();
  await expect.poll(() => calls('watch')).toBe(2);
  const third = await makeClaim();
  await informer.until(third, (now) => now !== null, within());
  expect(calls('list')).toBe(1);

  await server.stop();
  server.take('persistentvolumeclaims', first);
  server.update('persistentvolumeclaims', second, ({ metadata }) => void (metadata.annotations = { changed: 'yes' }));
  server.forget();
  await server.start();
  await informer.until(first, (now) => now === null, within());
  await informer.until(second, (now) => now?.metadata.annotations?.['changed'] === 'yes', within());
  expect(informer.all()).toHaveLength(2);
  expect(calls('list')).toBe(2);
});

test('a watch without a word is given up, and another tells what was missed', async () => {
  const informer = await informed(300);
  await expect.poll(() => calls('watch')).toBe(1);
  server.isMute = true;
  const name = await makeClaim();
  await expect.poll(() => calls('watch')).toBeGreaterThan(1);
  expect(informer.get(name)).toBeNull();
  server.isMute = false;
  await informer.until(name, (now) => now !== null, within());
});

test('a late answer brings nothing back, nor an old one anything that has changed', async () => {
  const name = await makeClaim();
  const informer = await informed();
  const old = await client.get('persistentvolumeclaims', name);
  const changed = await client.patch('persistentvolumeclaims', name, { metadata: { annotations: { changed: 'yes' } } });
  informer.note(changed);
  informer.note(old);
  expect(informer.get(name)?.metadata.annotations).toMatchObject({ changed: 'yes' });
  await client.remove('persistentvolumeclaims', name);
  await informer.until(name, (now) => now === null, within());
  informer.note(changed);
  expect(informer.get(name)).toBeNull();
});

test('one that is not there is removed without an error, and so is one whose name is another’s by now; what changed in between is not patched', async () => {
  const name = await makeClaim();
  for (const uid of ['a stale one', 'again']) await client.remove('persistentvolumeclaims', name, uid);
  const present = Claim.parse(await client.get('persistentvolumeclaims', name));
  const { resourceVersion } = present.metadata;
  await client.patch('persistentvolumeclaims', name, { metadata: { annotations: { changed: 'yes' } } });
  const late = client.patch('persistentvolumeclaims', name, {
    metadata: { resourceVersion, annotations: { changed: 'no' } },
  });
  await expect(late).rejects.toSatisfy((error) => isStatus(error, 409));
  await client.remove('persistentvolumeclaims', name, present.metadata.uid);
  await client.remove('persistentvolumeclaims', name);
  expect(server.all('persistentvolumeclaims')).toEqual([]);
});

test('a cluster that does not answer is unreachable, and one that does not allow it says so', async () => {
  await expect(client.list('secrets', {})).rejects.toSatisfy((error) => isStatus(error, 403));
  await server.stop();
  const informer = informed();
  await expect(informer).rejects.toMatchObject({ name: 'RuntimeError', code: 'unreachable' });
});

test('as in a pod, it knows the cluster by its certificate and shows it the token of the moment', async () => {
  const credentials = await mkdtemp(join(tmpdir(), 'realmkeep-account-'));
  const tls = new StandInApiServer(testCertificate);
  await tls.start();
  const address = { url: tls.url, namespace: 'realms', credentials };
  const write = (name: string, text: string) => writeFile(join(credentials, name), text);
  tls.token = 'one';
  await write('token', 'one\n');
  await write('ca.crt', hostCertificate(deriveHostKey('another', 'one')).cert);
  const stranger = new KubeClient(address);
  await expect(stranger.list('pods', {})).rejects.toMatchObject({ code: 'unreachable' });
  expect(tls.calls).toEqual([]);

  await write('ca.crt', testCertificate.cert);
  const own = new KubeClient(address);
  expect(await own.list('pods', {})).toMatchObject({ items: [] });
  tls.token = 'two';
  await write('token', 'two\n');
  // The old one is thrown away when it is refused.
  await expect(own.list('pods', {})).rejects.toMatchObject({ code: 'unreachable' });
  expect(await own.list('pods', {})).toMatchObject({ items: [] });

  for (const one of [stranger, own]) one.close();
  await tls.stop();
  await rm(credentials, { recursive: true });
});
