import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeImage } from '@realmkeep/testkit/cluster/image';
import { afterAll } from 'vitest';
import { makeKubernetesPlace } from '../../test/kubernetes-place.ts';
import { describeRuntime } from '../conformance.ts';

const folder = await mkdtemp(join(tmpdir(), 'realmkeep-image-'));
await chmod(folder, 0o711);
const image = await makeImage(folder);
afterAll(() => rm(folder, { recursive: true, force: true }));

describeRuntime('kubernetes, on a stand-in for a cluster', async () => ({
  ...(await makeKubernetesPlace(image)),
  map: 'meadow',
  unknownMap: 'nowhere',
  sayCommand: 'say',
}));
