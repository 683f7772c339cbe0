import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { startTestPostgres } from '@realmkeep/postgres';
import { testCluster } from '@realmkeep/testkit/cluster/config';
import { kubectl, valuesOf } from '@realmkeep/testkit/cluster/real-cluster';
import { bucket, credentials, startS3Server } from '../apps/api/test/s3-server.ts';
import { startTestKernels } from '../apps/api/test/test-kernels.ts';
import { buildStandInJar } from '../apps/fake-providers/src/kernels/build-stand-in-jar.ts';

/** An installation of the chart in the cluster of bin/cluster-test, as docs/kubernetes.md describes it. */
export interface InstalledChart extends AsyncDisposable {
  /** The web app's URL. */
  url: string;
  gamePort: number;
  /** The product's database as reached from outside the pods. */
  databaseUrl: string;
  /** Ports of this machine that lead to services outside the cluster. */
  ports: { database: number; realmDatabases: number };
  /** @param settings in addition to those it was installed with */
  upgrade(settings: Record<string, string>): Promise<void>;
  /** Removes the installation and all realms from the cluster, and installs it again with the existing databases and bucket. */
  startAnewInEmptyCluster(): Promise<void>;
}

const { images, javaImage, machine, state } = testCluster;
const chart = join(import.meta.dirname, '../deploy/chart');
const gameNodePort = 32_565;
const anyNode = '10.99.0.11';
const ports = { database: 5432, realmDatabases: 5433, s3: 9000, kernels: 9001 };

const run = promisify(execFile);
export const inProduct = ['-n', 'realmkeep'];
export const inRealms = ['-n', 'realmkeep-realms'];

/** Forwards connections to the target. @returns the port on which it listens */
async function lead(
  cleanup: AsyncDisposableStack,
  from: { host: string; port: number },
  to: () => Promise<Duplex>,
): Promise<number> {
  const join = async (socket: Socket): Promise<void> => {
    const onward = await to();
    await Promise.allSettled([pipeline(socket, onward), pipeline(onward, socket)]);
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    void join(socket);
  });
  server.listen(from.port, from.host);
  await once(server, 'listening');
  cleanup.defer(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Forwards a port of this machine to one inside a realm's pod. */
export async function leadIntoPod(cleanup: AsyncDisposableStack, pod: string, port: number): Promise<number> {
  const relay = `const there = net.connect(${port}, '127.0.0.1'); process.stdin.pipe(there).pipe(process.stdout)`;
  return lead(cleanup, { host: '127.0.0.1', port: 0 }, async () => {
    const command = ['exec', '-i', pod, ...inRealms, '--', '/usr/local/bin/node', '--eval', relay];
    const { stdin, stdout } = spawn('kubectl', command, { stdio: ['pipe', 'pipe', 'inherit'] });
    return Duplex.from({ readable: stdout, writable: stdin });
  });
}

/** The image's name, as its archive has it. */
async function imageOf(name: string): Promise<string> {
  const { stdout } = await run('tar', ['-xOf', join(images, `${name}.tar`), 'manifest.json']);
  return (JSON.parse(stdout) as { RepoTags: string[] }[])[0]?.RepoTags[0] ?? '';
}

/** Names and addresses of a component's pods that are ready and not terminating. */
export async function podsOf(component: string): Promise<{ name: string; address: string }[]> {
  const selector = `app.kubernetes.io/component=${component}`;
  const { items } = JSON.parse(await kubectl('get', 'pods', ...inProduct, '-l', selector, '-o', 'json')) as {
    items: {
      metadata: { name: string; deletionTimestamp?: string };
      status: { podIP?: string; conditions?: { type: string; status: string }[] };
    }[];
  };
  return items
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter(({ status }) => status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'))
    .map(({ metadata, status }) => ({ name: metadata.name, address: status.podIP ?? '' }));
}

const uninstall = async () => void (await run('helm', ['uninstall', 'realmkeep', ...inProduct]));

/** Returns when its pods are ready. Databases and object storage run outside the cluster on this machine. */
export async function installChart(): Promise<InstalledChart> {
  await using cleanup = new AsyncDisposableStack();
  // All of them listen on 127.0.0.1, also a database whose URL names its unix socket.
  const onMachine = (port: number, url: string) =>
    lead(cleanup, { host: machine, port }, async () => connect(Number(new URL(url).port), '127.0.0.1'));
  const seenByPods = (url: string, port: number): string =>
    Object.assign(new URL(url), { host: `${machine}:${port}` }).href;

  const product = await startTestPostgres({
    hba: ['local all realmkeep scram-sha-256', 'host all realmkeep 127.0.0.1/32 scram-sha-256'],
  });
  cleanup.defer(() => product.stop());
  await onMachine(ports.database, product.url);
  const guests = await startTestPostgres({
    hba: [
      'local all realmkeep scram-sha-256',
      'host all realmkeep 127.0.0.1/32 scram-sha-256',
      'host sameuser all 127.0.0.1/32 scram-sha-256',
    ],
  });
  cleanup.defer(() => guests.stop());
  await onMachine(ports.realmDatabases, guests.url);
  const s3 = cleanup.use(await startS3Server());
  await onMachine(ports.s3, s3.endpoint);
  const jar = await readFile(await buildStandInJar(state, 'paper'));
  const makers = cleanup.use(await startTestKernels({ versions: { '1.16.5': 8 }, jar: async () => jar }));
  await onMachine(ports.kernels, makers.environment.KERNEL_PAPER_API);

  const metrics = randomBytes(32).toString('hex');
  const secrets: Record<string, Record<string, string>> = {
    'realmkeep-database-app': { uri: seenByPods(product.url, ports.database) },
    'realm-databases': { uri: seenByPods(guests.url, ports.realmDatabases) },
    realmkeep: {
      TOKEN_KEY: randomBytes(32).toString('hex'),
      GATEWAY_TOKEN: randomBytes(32).toString('hex'),
      METRICS_TOKEN: metrics,
      METRICS_TOKEN_SHA256: createHash('sha256').update(metrics).digest('hex'),
      S3_ACCESS_KEY: credentials.accessKey,
      S3_SECRET_KEY: credentials.secretKey,
    },
  };
  const makeNamespace = async (): Promise<void> => {
    await kubectl('create', 'namespace', 'realmkeep').catch((error: Error) => {
      if (!error.message.includes('AlreadyExists')) throw error;
    });
    await kubectl('label', 'namespace', 'realmkeep', 'pod-security.kubernetes.io/enforce=restricted', '--overwrite');
    for (const [name, values] of Object.entries(secrets)) {
      const literals = Object.entries(values).map(([key, value]) => `--from-literal=${key}=${value}`);
      await kubectl('create', 'secret', 'generic', name, ...inProduct, ...literals);
    }
  };

  const here = [{ ipBlock: { cidr: `${machine}/32` } }];
  const values = {
    images: {
      product: await imageOf('realmkeep'),
      realm: await imageOf('realmkeep-realm'),
      java: { [javaImage.major]: javaImage.image },
    },
    s3: { endpoint: `http://${machine}:${ports.s3}`, bucket, region: credentials.region },
    settings: {
      REQUIRE_CHAT_LINK: 'false',
      PROGRAMS_WITHOUT_WALLS: 'accept-risk',
      KERNEL_PAPER_API: seenByPods(makers.environment.KERNEL_PAPER_API, ports.kernels),
    },
    realmDatabases: { existingSecret: 'realm-databases', to: here, port: ports.realmDatabases },
    networkPolicies: {
      dns: here,
      databaseTo: here,
      apiServerCidrs: [`${machine}/32`],
      apiEgress: [{ to: here, ports: [{ port: ports.s3 }, { port: ports.kernels }] }],
    },
    gateway: { service: { type: 'NodePort' }, drainSeconds: 600 },
    sftp: { service: { type: 'ClusterIP' } },
    // On a disk that is not the cluster's alone.
    api: { noticeSeconds: 5, diskReservePercent: 1, resources: { requests: { cpu: '50m' } } },
  };
  const helm = async (command: 'install' | 'upgrade', settings: Record<string, string>): Promise<void> => {
    const set = valuesOf({ ...values, settings: { ...values.settings, ...settings } });
    await run('helm', [command, 'realmkeep', chart, ...inProduct, ...set, '--wait', '--timeout', '15m']);
  };
  const install = async (): Promise<void> => {
    await makeNamespace();
    await helm('install', {});
    const patch = JSON.stringify([{ op: 'add', path: '/spec/ports/0/nodePort', value: gameNodePort }]);
    await kubectl('patch', 'service', 'realmkeep-gateway', ...inProduct, '--type=json', '-p', patch);
  };
  cleanup.defer(uninstall);
  await install();

  const local = { host: '127.0.0.1', port: 0 };
  const webPort = await lead(cleanup, local, async () => connect(3000, (await podsOf('api'))[0]?.address));
  const gamePort = await lead(cleanup, local, async () => connect(gameNodePort, anyNode));
  const whole = cleanup.move();
  return {
    url: `http://127.0.0.1:${webPort}`,
    gamePort,
    databaseUrl: product.url,
    ports,
    upgrade: (settings) => helm('upgrade', settings),
    startAnewInEmptyCluster: async () => {
      await uninstall();
      await kubectl('delete', 'namespace', 'realmkeep', 'realmkeep-realms', '--timeout=5m');
      await install();
    },
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
}
