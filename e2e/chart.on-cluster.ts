import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createHash, randomBytes } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createClient } from '@realmkeep/contract';
import { startTestPostgres, type TestPostgres } from '@realmkeep/postgres';
import { testCluster } from '@realmkeep/testkit/cluster/config';
import { createRealm, logIn, register } from '@realmkeep/testkit/people';
import type { Bot } from 'mineflayer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockName, dig, groundAround, joinWhenUp } from './game-client.ts';

/** An installation by the chart in the cluster of bin/cluster-test, as docs/kubernetes.md has it. */

const run = promisify(execFile);
const databasePort = 5432;
const gameNodePort = 32_565;
const { images, machine } = testCluster;
const chart = join(import.meta.dirname, '../deploy/chart');

let postgres: TestPostgres;
const servers: Server[] = [];

const kubectl = async (...args: string[]): Promise<string> => (await run('kubectl', args)).stdout.trim();
const inProduct = ['-n', 'realmkeep'];
const inRealms = ['-n', 'realmkeep-realms'];

/** Whoever connects to one is connected to the other. */
async function forward(from: { host: string; port: number }, to: () => Promise<{ host: string; port: number }>) {
  const lead = async (socket: Socket): Promise<void> => {
    const onward = connect(await to());
    await Promise.allSettled([pipeline(socket, onward), pipeline(onward, socket)]);
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    void lead(socket);
  });
  server.listen(from.port, from.host);
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as { port: number }).port;
}

/** As it is named in its archive. */
async function imageOf(name: string): Promise<string> {
  const { stdout } = await run('tar', ['-xOf', join(images, `${name}.tar`), 'manifest.json']);
  return (JSON.parse(stdout) as { RepoTags: string[] }[])[0]?.RepoTags[0] ?? '';
}

const values: Record<string, string> = {
  'images.product': await imageOf('realmkeep'),
  'images.realm': await imageOf('realmkeep-realm'),
  's3.endpoint': `http://${machine}:9000`,
  's3.bucket': 'realmkeep',
  'settings.REQUIRE_CHAT_LINK': 'false',
  'gateway.service.type': 'NodePort',
  'sftp.service.type': 'ClusterIP',
  'api.noticeSeconds': '5',
  'gateway.drainSeconds': '600',
  'api.resources.requests.cpu': '50m',
};

async function helm(command: 'install' | 'upgrade', changed: Record<string, string> = {}): Promise<void> {
  const set = Object.entries({ ...values, ...changed }).flatMap(([name, value]) => [
    name.startsWith('settings.') ? '--set-string' : '--set',
    `${name}=${value}`,
  ]);
  await run('helm', [command, 'realmkeep', chart, ...inProduct, ...set, '--wait', '--timeout', '15m']);
}

async function podOf(component: string): Promise<string> {
  const selector = `app.kubernetes.io/component=${component}`;
  const path = '{range .items[*]}{.status.podIP} {.status.conditions[?(@.type=="Ready")].status}{"\\n"}{end}';
  const pods = await kubectl('get', 'pods', ...inProduct, '-l', selector, '-o', `jsonpath=${path}`);
  return (
    pods
      .split('\n')
      .find((line) => line.endsWith(' True'))
      ?.split(' ')[0] ?? ''
  );
}

/** The pods of apis and gateways that are not about to end. */
async function podsOfProduct(): Promise<string[]> {
  const path = '{range .items[*]}{.metadata.name} {.metadata.deletionTimestamp}{"\\n"}{end}';
  const selector = 'app.kubernetes.io/component in (api,gateway)';
  const pods = await kubectl('get', 'pods', ...inProduct, '-l', selector, '-o', `jsonpath=${path}`);
  return pods
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, deletedAt]) => !deletedAt)
    .map(([name = '']) => name);
}

beforeAll(async () => {
  postgres = await startTestPostgres({
    hba: ['local all realmkeep scram-sha-256', 'host all realmkeep 127.0.0.1/32 scram-sha-256'],
  });
  const { port, username, password, pathname } = new URL(postgres.url);
  await forward({ host: machine, port: databasePort }, async () => ({ host: '127.0.0.1', port: Number(port) }));
  await kubectl('create', 'namespace', 'realmkeep').catch((error: Error) => {
    if (!error.message.includes('AlreadyExists')) throw error;
  });
  await kubectl('label', 'namespace', 'realmkeep', 'pod-security.kubernetes.io/enforce=restricted', '--overwrite');
  const url = `postgresql://${username}:${password}@${machine}:${databasePort}${pathname}`;
  await kubectl('create', 'secret', 'generic', 'realmkeep-database-app', ...inProduct, `--from-literal=uri=${url}`);
  const metrics = randomBytes(32).toString('hex');
  const secrets = {
    TOKEN_KEY: randomBytes(32).toString('hex'),
    GATEWAY_TOKEN: randomBytes(32).toString('hex'),
    METRICS_TOKEN: metrics,
    METRICS_TOKEN_SHA256: createHash('sha256').update(metrics).digest('hex'),
    S3_ACCESS_KEY: 'access',
    S3_SECRET_KEY: 'secret',
  };
  const literals = Object.entries(secrets).map(([name, value]) => `--from-literal=${name}=${value}`);
  await kubectl('create', 'secret', 'generic', 'realmkeep', ...inProduct, ...literals);
  await helm('install');
});

afterAll(async () => {
  await run('helm', ['uninstall', 'realmkeep', ...inProduct]);
  for (const server of servers) server.close();
  await postgres.stop();
});

test('the chart is installed; a player registers, makes a realm and joins it in its pod, plays on through an update of all, and leaves nothing', async () => {
  const webPort = await forward({ host: '127.0.0.1', port: 0 }, async () => ({
    host: await podOf('api'),
    port: 3000,
  }));
  const url = `http://127.0.0.1:${webPort}`;
  const patch = JSON.stringify([{ op: 'add', path: '/spec/ports/0/nodePort', value: gameNodePort }]);
  await kubectl('patch', 'service', 'realmkeep-gateway', ...inProduct, '--type=json', '-p', patch);
  const gamePort = await forward({ host: '127.0.0.1', port: 0 }, async () => ({
    host: '10.99.0.11',
    port: gameNodePort,
  }));

  await register(url, 'Farmer_1');
  const { token } = await logIn(url, 'Farmer_1');
  const client = createClient({ baseUrl: `${url}/api`, token: async () => token });
  const id = await createRealm(url, token, 'far');
  await expect.poll(async () => (await client.realmGet({ params: { id } })).live.phase).toBe('READY');
  const players: Bot[] = [];
  for (const name of ['Farmer_1', 'Guest_1']) players.push(await joinWhenUp(gamePort, 'far.realms.example.org', name));
  let cutOff = 0;
  for (const player of players) player.on('end', () => void (cutOff += 1));

  // Every pod of the product is replaced; a gateway waits for its players.
  const before = await kubectl('get', 'pod', `realm-${id}`, ...inRealms, '-o', 'jsonpath={.metadata.uid}');
  const replaced = await podsOfProduct();
  await helm('upgrade', { 'settings.LOG_LEVEL': 'debug' });
  await expect.poll(async () => (await podsOfProduct()).filter((pod) => replaced.includes(pod))).toEqual([]);
  // They are not only connected: each digs, and is shown it.
  for (const [index, player] of players.entries()) {
    const at = groundAround(player, players.length)[index];
    if (at === undefined) throw new Error('there is no ground');
    dig(player, at);
    await expect.poll(() => blockName(player, at)).toBe('air');
  }
  expect(cutOff).toBe(0);
  console.log(`${replaced.length} pods of apis and gateways replaced: ${cutOff} of ${players.length} players cut off`);
  expect(await kubectl('get', 'pod', `realm-${id}`, ...inRealms, '-o', 'jsonpath={.metadata.uid}')).toBe(before);
  for (const player of players) player.end();

  await client.realmDelete({ params: { id } });
  for (const resource of ['pods', 'persistentvolumeclaims', 'secrets']) {
    const named = ['get', resource, ...inRealms, '-l', 'app.kubernetes.io/managed-by=realmkeep', '-o', 'name'];
    await expect.poll(() => kubectl(...named)).toBe('');
  }
});
