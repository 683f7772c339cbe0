import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { type Client, createClient, eulaUrl } from '@realmkeep/contract';
import { testCluster } from '@realmkeep/testkit/cluster/config';
import { kubectl } from '@realmkeep/testkit/cluster/real-cluster';
import { createRealm, logIn, register } from '@realmkeep/testkit/people';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockName, dig, groundAround, joinWhenUp } from './game-client.ts';
import { journey } from './journey.ts';
import { type InstalledChart, inProduct, inRealms, installChart, leadIntoPod, podsOf } from './installed-chart.ts';

const { machine } = testCluster;

let installed: InstalledChart;
let token: string;
let client: Client;

beforeAll(async () => {
  installed = await installChart();
  await register(installed.url, 'Farmer_1');
  await runSql(installed.databaseUrl, "update users set tier = 'DRAGON'");
  ({ token } = await logIn(installed.url, 'Farmer_1'));
  client = createClient({ baseUrl: `${installed.url}/api`, token: async () => token });
});

afterAll(() => installed[Symbol.asyncDispose]());

/** The names of the apis' and gateways' pods that are not terminating. */
async function podsOfProduct(): Promise<string[]> {
  return [...(await podsOf('api')), ...(await podsOf('gateway'))].map(({ name }) => name);
}

const isReady = (id: string) =>
  expect.poll(async () => (await client.realmGet({ params: { id } })).live.phase).toBe('READY');

test('the chart is installed; players register, make a realm and join it in its pod, play on through an update of all, and leave nothing', async () => {
  let replaced: string[] = [];
  const cutOff = await journey({
    ...installed,
    baseDomain: 'realms.example.org',
    befalls: async (id) => {
      // Every pod of the product is replaced; a gateway drains until its players have left.
      const uid = () => kubectl('get', 'pod', `realm-${id}`, ...inRealms, '-o', 'jsonpath={.metadata.uid}');
      const before = await uid();
      replaced = await podsOfProduct();
      await installed.upgrade({ LOG_LEVEL: 'debug' });
      await expect.poll(async () => (await podsOfProduct()).filter((pod) => replaced.includes(pod))).toEqual([]);
      expect(await uid()).toBe(before);
    },
    remains: async () => {
      const ours = [...inRealms, '-l', 'app.kubernetes.io/managed-by=realmkeep', '-o', 'name'];
      return (await kubectl('get', 'pods,persistentvolumeclaims,secrets', ...ours)).split('\n').filter(Boolean);
    },
  });
  expect(cutOff).toEqual([]);
  console.log(`${replaced.length} pods of apis and gateways replaced under play: nobody cut off`);
});

test('a realm in Java reaches its own database from its pod by the api, and no other', async () => {
  await using cleanup = new AsyncDisposableStack();
  const made = await client.realmCreate({
    body: {
      type: 'OFFICIAL',
      world_name: 'meadow',
      user_realm_name: 'With a database',
      domain_name: 'rows',
      kernel: { kernel: 'paper', version: '1.16.5', eula: eulaUrl },
    },
  });
  const params = { id: made.id };
  await isReady(made.id);
  const { database } = await client.realmDatabaseCreate({ params });
  expect(database).toMatchObject({ server: 'named', host: '127.0.0.1', port: 5432 });
  const { password } = await client.realmDatabasePassword({ params });
  const port = await leadIntoPod(cleanup, `realm-${made.id}`, 5432);
  const asked = (name: string | undefined, text: string) =>
    runSql(`postgres://${database?.user}:${password}@127.0.0.1:${port}/${name}`, text);
  await expect
    .poll(() => asked(database?.name, 'create table if not exists things as select 7 as n').then(() => 'made', String))
    .toBe('made');
  expect(await asked(database?.name, 'select n from things')).toEqual([{ n: 7 }]);
  await expect(asked('realmkeep', 'select 1')).rejects.toThrow('is let into its database');
  await client.realmDelete({ params });
});

/** Reports which of its arguments, each an address and a port, it can connect to. */
const trying = `
const reach = (place) => new Promise((tell) => {
  const [host, port] = place.split(' ');
  const socket = net.connect({ host, port: Number(port), timeout: 3000 });
  socket.on('connect', () => tell([place])).on('timeout', () => tell([])).on('error', () => tell([]));
});
Promise.all(process.argv.slice(1).map(reach)).then((reached) => {
  console.log(JSON.stringify(reached.flat()));
  process.exit();
});`;

test('policies of the network keep realms from metadata, private networks, mail servers, one another and all of the product but what they call', async () => {
  await using cleanup = new AsyncDisposableStack();
  // From a range that is no longer in use (RFC 7526), and exists in this cluster's network only.
  const outside = '192.88.99.1';
  const metadata = '169.254.169.254';
  for (const address of [outside, metadata]) {
    const word = (what: string) => promisify(execFile)('ip', ['address', what, `${address}/32`, 'dev', 'lo']);
    await word('add');
    cleanup.defer(async () => void (await word('delete')));
  }
  for (const [host, port] of [
    [outside, 443],
    [outside, 25],
    [metadata, 80],
    [machine, 80],
  ] as const) {
    const server = createServer((socket) => socket.destroy()).listen(port, host);
    await once(server, 'listening');
    cleanup.defer(() => void server.close());
  }
  const own = await createRealm(installed.url, token, 'one');
  await register(installed.url, 'Farmer_2');
  const neighbour = await logIn(installed.url, 'Farmer_2');
  const others = await createRealm(installed.url, neighbour.token, 'two');
  for (const id of [own, others])
    for (const until of ['create', 'condition=Ready'])
      await kubectl('wait', `--for=${until}`, `pod/realm-${id}`, ...inRealms, '--timeout=180s');
  const other = await kubectl('get', 'pod', `realm-${others}`, ...inRealms, '-o', 'jsonpath={.status.podIP}');
  const [api, otherApi] = await podsOf('api');
  const [gateway] = await podsOf('gateway');

  const places = {
    internet: `${outside} 443`,
    mail: `${outside} 25`,
    metadata: `${metadata} 80`,
    'private network': `${machine} 80`,
    'API server': `${machine} 6443`,
    database: `${machine} ${installed.ports.database}`,
    'realms’ databases': `${machine} ${installed.ports.realmDatabases}`,
    'api, pages': `${api?.address} 3000`,
    'api, for gateways': `${api?.address} 3100`,
    'api, for realms': `${api?.address} 7445`,
    'gateway, for players': `${gateway?.address} 25565`,
    'realm, for the api': `${other} 7443`,
    'realm, for gateways': `${other} 7444`,
  };
  const named = (reached: string[]) =>
    Object.entries(places)
      .filter(([, place]) => reached.includes(place))
      .map(([name]) => name);
  const reachedFrom = async (pod = '', namespace = inProduct): Promise<string[]> => {
    const command = ['exec', pod, ...namespace, '--', '/usr/local/bin/node', '--eval', trying];
    return named(JSON.parse(await kubectl(...command, ...Object.values(places))) as string[]);
  };
  const fromOutside = async (): Promise<string[]> => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', trying, ...Object.values(places)]);
    return named(JSON.parse(stdout) as string[]);
  };

  expect(await reachedFrom(`realm-${own}`, inRealms)).toEqual(['internet', 'api, for realms']);
  expect(await reachedFrom(otherApi?.name)).toEqual([
    'internet',
    'API server',
    'database',
    'realms’ databases',
    'realm, for the api',
  ]);
  expect(await reachedFrom(gateway?.name)).toEqual([
    'api, for gateways',
    'gateway, for players',
    'realm, for gateways',
  ]);
  expect(await fromOutside()).toEqual([
    'internet',
    'mail',
    'metadata',
    'private network',
    'API server',
    'database',
    'realms’ databases',
    'api, pages',
    'gateway, for players',
  ]);
});

test('in a cluster that has been emptied the installation is as it was, and a realm comes back with its last backup', async () => {
  await register(installed.url, 'Keeper_1');
  const owner = await logIn(installed.url, 'Keeper_1');
  const client = createClient({ baseUrl: `${installed.url}/api`, token: async () => owner.token });
  const id = await createRealm(installed.url, owner.token, 'kept');
  const params = { id };
  const join = () => joinWhenUp(installed.gamePort, 'kept.realms.example.org', 'Keeper_1');
  const builder = await join();
  const [at] = groundAround(builder, 1);
  if (at === undefined) throw new Error('there is no ground');
  dig(builder, at);
  await expect.poll(() => blockName(builder, at)).toBe('air');
  await client.realmBackupCreate({ params });
  const backups = () => client.realmBackups({ params });
  await expect.poll(async () => (await backups()).backups[0]?.state).toBe('READY');
  builder.end();

  await installed.startAnewInEmptyCluster();
  const [backup] = (await backups()).backups;
  await client.realmBackupRestore({ params: { id, backupId: backup?.id ?? '' } });
  await expect.poll(async () => (await backups()).restore?.state).toBe('DONE');
  const back = await join();
  expect(blockName(back, at)).toBe('air');
  back.end();
});
