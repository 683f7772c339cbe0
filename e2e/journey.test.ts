import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killApi } from '@realmkeep/testkit/children';
import { StandInApiServer } from '@realmkeep/testkit/cluster/api-server';
import { makeImage } from '@realmkeep/testkit/cluster/image';
import { StandInNodes } from '@realmkeep/testkit/cluster/nodes';
import { type DockerEngine, startDockerEngine } from '@realmkeep/testkit/docker-engine';
import { endProduct, newPlace } from '@realmkeep/testkit/place';
import { type Place, startProduct } from '@realmkeep/testkit/product';
import { afterAll, describe, expect, test } from 'vitest';
import { journey } from './journey.ts';

/** The same journey with each driver; the api is killed in the middle of it. For a cluster see chart.on-cluster.ts. */

/** @param runOf identifies a realm's current run @returns who was cut off */
async function travel(
  flags: readonly string[],
  runOf: (place: Place, realmId: string) => unknown,
  remains: (place: Place, realmId: string) => unknown,
): Promise<string[]> {
  const place = await newPlace();
  const product = startProduct(place, [...flags, '--require-chat-link', 'false']);
  try {
    await product.started;
    return await journey({
      url: product.url,
      gamePort: place.gamePort,
      baseDomain: 'localhost',
      befalls: async (id) => {
        const before = await runOf(place, id);
        expect(before).toBeTruthy();
        await killApi(place);
        await expect.poll(async () => (await fetch(`${product.url}/health/ready`).catch(() => null))?.ok).toBe(true);
        expect(await runOf(place, id)).toEqual(before);
      },
      remains: (id) => remains(place, id),
    });
  } finally {
    await endProduct(product, place);
  }
}

const folders = ({ dataDir }: Place, id: string): string[] =>
  [join(dataDir, 'realms', id)].filter((folder) => existsSync(folder));
const runFile = ({ dataDir }: Place, id: string) => readFile(join(dataDir, 'realms/.driver', id, 'run'), 'utf8');

test('on one machine', async () => {
  expect(await travel([], runFile, folders)).toEqual([]);
});

const engine = await startDockerEngine();
const obstacle = typeof engine === 'string' ? engine : null;
const there = engine as DockerEngine;
afterAll(async () => {
  if (obstacle === null) await there[Symbol.asyncDispose]();
});

describe.skipIf(obstacle !== null)(`with a Docker of its own${obstacle === null ? '' : `: ${obstacle}`}`, () => {
  test('in containers of Docker, which bin/start has given the images', async () => {
    const { socket } = there;
    const containers = async (_: Place, id: string) =>
      (await there.containers())
        .filter(({ Names }) => Names.some((name) => name.endsWith(`-${id}`)))
        .map(({ Id }) => Id);
    const cutOff = await travel(['--runtime', 'docker', '--docker-socket', socket], containers, async (place, id) => [
      ...(await containers(place, id)),
      ...folders(place, id),
    ]);
    expect(cutOff).toEqual([]);
  });
});

test('in pods, of what stands in for a cluster', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-cluster-'));
  await chmod(folder, 0o711);
  const server = new StandInApiServer();
  await server.start();
  const image = await makeImage(join(folder, 'image'));
  const nodes = new StandInNodes(server, ['node-1', 'node-2'], folder, { 'realmkeep-realm:test': image });
  try {
    const cluster = ['--kubernetes-api', server.url, '--kubernetes-namespace', 'realms'];
    const flags = ['--runtime', 'kubernetes', ...cluster, '--kubernetes-image', 'realmkeep-realm:test'];
    const cutOff = await travel(
      flags,
      (_, id) => server.find('pods', `realm-${id}`)?.metadata.uid,
      () => ['pods', 'persistentvolumeclaims', 'secrets'].flatMap((resource) => server.all(resource)),
    );
    expect(cutOff).toEqual([]);
  } finally {
    await nodes.end();
    await server.stop();
    await rm(folder, { recursive: true });
  }
});
