import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeImage } from '@realmkeep/testkit/cluster/image';
import { afterAll } from 'vitest';
import { describeCluster } from './kubernetes-cluster-suite.ts';
import { makeKubernetesPlace } from './kubernetes-place.ts';

const toldAfterMs = 300;
const folder = await mkdtemp(join(tmpdir(), 'realmkeep-image-'));
await chmod(folder, 0o711);
const image = await makeImage(folder);
// A pod that nobody calls is soon gone.
image.env['POD_IDLE_MS'] = '1000';
afterAll(() => rm(folder, { recursive: true, force: true }));

describeCluster('a stand-in', () => makeKubernetesPlace(image, toldAfterMs));
