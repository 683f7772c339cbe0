import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testCluster } from '@realmkeep/testkit/cluster/config';
import {
  type AccountForTest,
  endNamespace,
  newNamespace,
  restoreNodes,
  volumeFolder,
} from '@realmkeep/testkit/cluster/real-cluster';
import { createRealm, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { databaseOf, interrupt, type Place, startProduct } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';
import { ClusterApi } from './cluster-api.ts';

/** A realm of an installation. */
export interface RealmOfBench {
  id: string;
  /** The host name that players connect to. */
  host: string;
  token: string;
}

/** The product runs outside the cluster and its realms in pods, so that a fault of a node affects realms alone. */
export interface Installation extends AsyncDisposable {
  url: string;
  place: Place;
  database: string;
  account: AccountForTest;
  cluster: ClusterApi;
  /** Creates and starts a realm with an owner of its own. */
  newRealm(): Promise<RealmOfBench>;
  /** Kills the supervisor, which ends everything but realms, and starts the product again. @param image of realms from now on */
  startAnew(image: string): Promise<void>;
  /** The folder of the realm's volume on this machine. */
  folderOf(realm: RealmOfBench): Promise<string>;
}

/** Returns when the product is up. @param image of realms */
export async function install(image: string): Promise<Installation> {
  await using cleanup = new AsyncDisposableStack();
  const account = await newNamespace();
  cleanup.defer(restoreNodes);
  cleanup.defer(() => endNamespace(account));
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-cluster-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const place = { dataDir: join(folder, 'data'), port: await freePort(), gamePort: await freePort() };
  const settings = {
    runtime: 'kubernetes',
    'kubernetes-api': account.url,
    'kubernetes-namespace': account.namespace,
    'kubernetes-credentials': account.credentials,
    'kubernetes-volume-gib': '1',
    'kubernetes-own-address': testCluster.machine,
    'require-chat-link': 'false',
    'max-logins-per-minute': '10000',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const start = (ofRealms: string) => startProduct(place, [...manyPlayers, ...flags, '--kubernetes-image', ofRealms]);
  let product = start(image);
  cleanup.defer(async () => {
    interrupt(product);
    await product.ended;
  });
  await product.started;
  const cluster = await ClusterApi.open(account);
  cleanup.defer(() => cluster.close());
  const database = await databaseOf(place);
  const whole = cleanup.move();

  let count = 0;
  return {
    url: product.url,
    place,
    database,
    account,
    cluster,
    newRealm: async () => {
      const name = `bench-${(count += 1)}`;
      const owner = `Bench_${count}`;
      await register(product.url, owner);
      const { token } = await logIn(product.url, owner);
      return { id: await createRealm(product.url, token, name), host: `${name}.localhost`, token };
    },
    startAnew: async (ofRealms) => {
      product.process.kill('SIGKILL');
      await product.ended;
      product = start(ofRealms);
      await product.started;
    },
    folderOf: async ({ id }) => {
      const claim = await cluster.find('persistentvolumeclaims', `realm-${id}`);
      return volumeFolder(claim?.spec.volumeName ?? 'none');
    },
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
}
