import { join, resolve } from 'node:path';
import { readKernels } from '../local/installed-runtime.ts';
import type { User } from '../local/local-place.ts';
import type { RealmRuntime } from '../runtime.ts';
import { createDockerRuntime } from './docker-runtime.ts';
import { readRealmImages } from './realm-images.ts';

/** The driver for the realms in the data folder, in the images that bin/start has had Docker load. Several may be open over one data folder. */
export async function openDockerRuntime({
  dataDir,
  realmServerDir,
  dockerSocket,
  gatewayUser,
}: {
  dataDir: string;
  realmServerDir: string;
  dockerSocket: string;
  gatewayUser: User | null;
}): Promise<RealmRuntime> {
  return createDockerRuntime({
    dir: join(resolve(dataDir), 'realms'),
    socket: dockerSocket,
    images: await readRealmImages(join(resolve(dataDir), 'images'), realmServerDir),
    kernels: await readKernels(realmServerDir),
    gateway: gatewayUser,
  });
}
