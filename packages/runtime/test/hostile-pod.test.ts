import type { RequestListener, ServerResponse } from 'node:http';
import { StandInApiServer, type Stored } from '@realmkeep/testkit/cluster/api-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { liveKernels } from '../src/fake/fake-runtime.ts';
import { createKubernetesRuntime, type KubernetesRuntimeOptions } from '../src/kubernetes/kubernetes-runtime.ts';
import {
  claimBody,
  type ClusterSettings,
  controlPort,
  keyAnnotation,
  nameOf,
  realmLabel,
  runAnnotation,
} from '../src/kubernetes/manifests.ts';
import { deriveHostKey } from '../src/remote/host-key.ts';
import { type HostServer, listenHost } from '../src/remote/listen-host.ts';
import { beatMs } from '../src/remote/remote-calls.ts';
import type { ObservedState, RealmRuntime } from '../src/runtime.ts';
import { testSpec } from './test-spec.ts';

const installationKey = 'the installation’s key';
const silenceMs = 2 * beatMs;

/** What a pod answers to each call; none: nothing but heartbeats. */
type Lies = Record<string, (response: ServerResponse) => void>;

let server: StandInApiServer;
let runtime: RealmRuntime;
let pods: HostServer[];
let lies: Map<string, Lies>;
let contacts: [string, unknown][];
let addresses = 0;

beforeEach(async () => {
  server = new StandInApiServer();
  await server.start();
  pods = [];
  lies = new Map();
  contacts = [];
  server.on('change', ({ resource, type, object }) => {
    if (resource !== 'pods') return;
    if (type === 'ADDED') void begin(object);
    // Their node ends them.
    else if (object.metadata.deletionTimestamp && server.find('pods', object.metadata.name))
      server.take('pods', object.metadata.name);
  });
  runtime = await newDriver();
});

afterEach(async () => {
  await runtime.close();
  for (const pod of pods) await pod.close();
  await server.stop();
});

const settings: ClusterSettings = {
  image: 'pod:test',
  javaImages: [],
  storageClass: null,
  volumeAccess: 'ReadWriteOncePod',
  volumeGiB: 1,
};

function newDriver(options: Partial<KubernetesRuntimeOptions> = {}): Promise<RealmRuntime> {
  return createKubernetesRuntime({
    cluster: { url: server.url, namespace: 'realms', credentials: '/nowhere' },
    settings,
    installationKey,
    kernels: liveKernels,
    ownAddress: null,
    doors: null,
    silenceMs,
    onContact: (realmId, error) => void contacts.push([realmId, error]),
    ...options,
  });
}

/** A pod that has been taken over from the beginning, with its key. */
async function begin({ metadata: { name, annotations, labels } }: Stored): Promise<void> {
  addresses += 1;
  const podIP = `127.77.${process.pid & 127}.${addresses}`;
  const listener: RequestListener = (request, response) => {
    const call = request.url?.split('/').at(-1) ?? '';
    const beat = setInterval(() => response.headersSent || response.writeProcessing(), beatMs / 4);
    response.once('close', () => clearInterval(beat));
    request.resume();
    lies.get(labels?.[realmLabel] ?? '')?.[call]?.(response);
  };
  const key = deriveHostKey(installationKey, annotations?.[keyAnnotation] ?? '');
  pods.push(await listenHost({ host: podIP, port: controlPort }, key, listener));
  server.update('pods', name, ({ status, spec }) => {
    Object.assign(spec ?? {}, { nodeName: 'node-1' });
    Object.assign(status ?? {}, {
      phase: 'Running',
      podIP,
      containerStatuses: [{ name: 'realm', state: { running: { startedAt: new Date().toISOString() } } }],
    });
  });
}

const says =
  (answer: unknown) =>
  (response: ServerResponse): void =>
    void response.end(JSON.stringify(answer));

const tells =
  (...lines: unknown[]) =>
  (response: ServerResponse): void => {
    response.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const beat = setInterval(() => response.write('\n'), beatMs);
    response.once('close', () => clearInterval(beat));
  };

function observed(realmId: string, change: Partial<ObservedState> = {}): ObservedState {
  return {
    realmId,
    fencingToken: 1,
    phase: 'READY',
    startedAt: 1,
    silentSince: null,
    lostSince: null,
    endpoint: { host: '127.0.0.1', port: 25_565, proxyProtocol: true },
    state: null,
    exit: null,
    ...change,
  };
}

/** Answers as a pod does whose realm is ready. */
function honest(realmId: string): Lies {
  return {
    list: says([]),
    watch: tells({ present: [] }),
    ensure: says(observed(realmId)),
    inspect: says(observed(realmId)),
  };
}

async function start(spec = testSpec('meadow')): Promise<string> {
  if (!lies.has(spec.realmId)) lies.set(spec.realmId, honest(spec.realmId));
  await runtime.ensure(spec, 1);
  return spec.realmId;
}

test('a pod is believed about no realm but its own, whatever it is asked', async () => {
  const victim = await start();
  const spec = testSpec('meadow');
  const { realmId } = spec;
  const taken = observed(victim, { fencingToken: 9, endpoint: null });
  const told: ObservedState[] = [];
  const watching = (async () => {
    for await (const notice of runtime.watch(AbortSignal.timeout(30_000))) {
      told.push(notice);
      if (notice.realmId === realmId && notice.phase === 'STOPPING') return;
    }
  })();
  lies.set(realmId, { ...honest(realmId), ensure: says(taken) });
  await expect(runtime.ensure(spec, 1)).rejects.toThrow('another realm');
  lies.set(realmId, { ...honest(realmId), inspect: says(taken) });
  await runtime.ensure(spec, 1);
  expect(await runtime.inspect(realmId)).toMatchObject({ realmId, fencingToken: 1 });
  expect(await runtime.list()).toMatchObject([
    { realmId: victim, fencingToken: 1 },
    { realmId, fencingToken: 1 },
  ]);
  // A new driver asks before it watches.
  lies.set(realmId, {
    ...lies.get(realmId),
    watch: tells({ present: [victim] }, { observed: taken }, { observed: observed(realmId, { phase: 'STOPPING' }) }),
  });
  const next = await newDriver();
  expect((await next.list()).filter((one) => one.realmId === victim)).toMatchObject([{ fencingToken: 1 }]);
  await next.close();
  await pods[1]?.close();
  pods.splice(1, 1, await again(realmId));
  await watching;
  expect(told.filter((notice) => notice.realmId === victim && notice.fencingToken !== 1)).toEqual([]);
});

/** The same pod, to be connected to anew. */
async function again(realmId: string): Promise<HostServer> {
  const pod = server.find('pods', nameOf(realmId));
  if (pod === null) throw new Error('there is no pod');
  const key = deriveHostKey(installationKey, pod.metadata.annotations?.[keyAnnotation] ?? '');
  return listenHost({ host: String(pod.status?.['podIP']), port: controlPort }, key, (request, response) => {
    request.resume();
    lies.get(realmId)?.[request.url?.split('/').at(-1) ?? '']?.(response);
  });
}

test('a pod that answers with heartbeats alone is lost, and one that answers nonsense keeps no driver from starting', async () => {
  const well = await start();
  const beats = await start();
  const nonsense = await start();
  lies.set(beats, {});
  lies.set(nonsense, { ...honest(nonsense), inspect: says('nonsense') });
  const next = await newDriver();
  expect((await next.list()).map(({ realmId }) => realmId).toSorted()).toEqual([well, beats, nonsense].toSorted());
  await expect.poll(() => contacts.map(([realmId]) => realmId), { timeout: 20_000 }).toContain(beats);
  expect(await next.inspect(well)).toMatchObject({ lostSince: null });
  expect((await next.inspect(beats))?.lostSince).not.toBeNull();
  await next.close();
});

const longNonsense = (response: ServerResponse): void => void response.end(`[${'0,'.repeat(1_500_000)}0]`);

test('a long list of nonsense costs a driver neither memory nor its life', async () => {
  const realmId = await start();
  lies.set(realmId, { list: longNonsense, 'files.list': longNonsense });
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 5);
  const next = await newDriver();
  await expect(runtime.files(realmId).list('')).rejects.toThrow('another shape');
  clearInterval(sampling);
  await next.close();
  expect((most - before) / 2 ** 20).toBeLessThan(150);
});

test.each<[string, Lies]>([
  ['says that it has', { stop: says(null) }],
  ['fails to', { stop: (response) => void response.writeHead(500).end('nonsense') }],
])('a pod that does not stop what runs in it, and %s, is ended by its cluster', async (_, lie) => {
  const realmId = await start();
  lies.set(realmId, { ...honest(realmId), ...lie });
  const ended = (async () => {
    for await (const notice of runtime.watch(AbortSignal.timeout(30_000)))
      if (notice.realmId === realmId && notice.phase === 'EXITED') return;
  })();
  await runtime.stop(realmId, 1000);
  await ended;
  expect(server.all('pods')).toEqual([]);
});

test('a pod that cannot be reached any more is ended when its realm is to stop', async () => {
  const spec = testSpec('meadow');
  const { realmId } = spec;
  const { promise: watched, resolve } = Promise.withResolvers<void>();
  const { watch, ...others } = honest(realmId);
  lies.set(realmId, { ...others, watch: (response) => resolve(watch?.(response)) });
  await start(spec);
  await watched;
  await pods.pop()?.close();
  await expect.poll(() => contacts.length, { timeout: 20_000 }).toBeGreaterThan(0);
  // Its node takes it away at once here.
  await runtime.stop(realmId, 1000).catch(() => undefined);
  expect(server.all('pods')).toEqual([]);
});

test('a pod in which nothing is said to run, and that does not end, is ended after a while; not one that says nothing, as its realm may run', async () => {
  const silent = await start();
  await runtime.close();
  await pods.pop()?.close();
  const spec = testSpec('meadow');
  const exit = { asked: true, code: 0, signal: null, at: 1, tail: '' };
  const tell = tells({ present: [] }, { observed: observed(spec.realmId, { phase: 'EXITED', endpoint: null, exit }) });
  lies.set(spec.realmId, { ...honest(spec.realmId), watch: tell });
  runtime = await newDriver({ restMs: 500 });
  await start(spec);
  await expect.poll(() => server.all('pods').map(({ metadata }) => metadata.name)).toEqual([nameOf(silent)]);
});

test('a run that no driver has begun is not on record, and no later one has to be above it', async () => {
  const spec = testSpec('meadow');
  const { realmId } = spec;
  const made = observed(realmId, { fencingToken: 2 ** 31 - 1 });
  lies.set(realmId, { ...honest(realmId), watch: tells({ present: [] }, { observed: made }), inspect: says(made) });
  await start(spec);
  expect(await runtime.inspect(realmId)).toMatchObject({ fencingToken: 1 });
  const record = server.find('persistentvolumeclaims', nameOf(realmId))?.metadata.annotations?.[runAnnotation];
  expect(JSON.parse(record ?? '')).toMatchObject({ fencingToken: 1 });
});

test('what is read of a file of which a pod says nothing is broken off', async () => {
  const realmId = await start();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  lies.set(realmId, {
    ...honest(realmId),
    'files.read': (response) => {
      const more = setInterval(() => response.write('x'), 100);
      response.once('close', () => resolve(clearInterval(more)));
      response.writeHead(200, { 'x-entry': 'nonsense' });
    },
  });
  await expect(runtime.files(realmId).read('config/words')).rejects.toThrow(SyntaxError);
  await closed;
});

test('a realm is destroyed though its driver has not heard yet that it is there', async () => {
  const { realmId, number } = testSpec('meadow');
  server.isMute = true;
  const made = await fetch(`${server.url}/api/v1/namespaces/realms/persistentvolumeclaims`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(claimBody(settings, realmId, number)),
  });
  server.isMute = false;
  expect(made.status).toBe(201);
  await runtime.destroy(realmId);
  expect(server.all('persistentvolumeclaims')).toEqual([]);
});
