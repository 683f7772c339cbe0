import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@realmkeep/contract';
import { becomes } from '@realmkeep/testkit/becomes';
import { killApi } from '@realmkeep/testkit/children';
import { StandInApiServer } from '@realmkeep/testkit/cluster/api-server';
import { makeImage } from '@realmkeep/testkit/cluster/image';
import { StandInNodes } from '@realmkeep/testkit/cluster/nodes';
import { createRealm, logIn, register } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';
import { type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinWhenUp } from './game-client.ts';

/** An installation whose realms run in the pods of a cluster, or of what stands in for one. */

let folder: string;
let server: StandInApiServer;
let nodes: StandInNodes;
let place: Place;
let product: Product;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-cluster-'));
  await chmod(folder, 0o711);
  server = new StandInApiServer();
  await server.start();
  const image = await makeImage(join(folder, 'image'));
  nodes = new StandInNodes(server, ['node-1', 'node-2'], folder, { 'realmkeep-realm:test': image });
  place = await newPlace();
  const cluster = ['--kubernetes-api', server.url, '--kubernetes-namespace', 'realms'];
  const options = ['--runtime', 'kubernetes', ...cluster, '--kubernetes-image', 'realmkeep-realm:test'];
  product = startProduct(place, [...options, '--require-chat-link', 'false']);
  await product.started;
});

afterAll(async () => {
  await endProduct(product, place);
  await nodes.end();
  await server.stop();
  await rm(folder, { recursive: true });
});

test('a player joins a realm in a pod through the gateway; the realm outlives the api, and leaves nothing when it is deleted', async () => {
  await register(product.url, 'Farmer_1');
  const { token } = await logIn(product.url, 'Farmer_1');
  const client = createClient({ baseUrl: `${product.url}/api`, token: async () => token });
  const id = await createRealm(product.url, token, 'far');
  const live = async () => (await client.realmGet({ params: { id } })).live;
  await becomes(async () => (await live()).phase).toBe('READY');
  const first = await joinWhenUp(place.gamePort, 'far.localhost', 'Farmer_1');
  first.end();
  const pod = server.find('pods', `realm-${id}`)?.metadata.uid;

  await killApi(place);
  const second = await joinWhenUp(place.gamePort, 'far.localhost', 'Farmer_1');
  second.end();
  await becomes(async () => (await live()).phase).toBe('READY');
  expect(server.find('pods', `realm-${id}`)?.metadata.uid).toBe(pod);

  await client.realmDelete({ params: { id } });
  for (const resource of ['pods', 'persistentvolumeclaims', 'secrets']) {
    await becomes(async () => server.all(resource).length).toBe(0);
  }
});
