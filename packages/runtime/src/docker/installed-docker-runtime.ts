import { join, resolve } from 'node:path';
import type { JavaRuntime } from '../local/java-runtimes.ts';
import { databaseDoorsFolder, readKernels } from '../local/installed-runtime.ts';
import type { User } from '../local/local-place.ts';
import { Machine } from '../local/way-out/machine.ts';
import type { RealmRuntime } from '../runtime.ts';
import { createDockerRuntime } from './docker-runtime.ts';
import { javaInImages, readRealmImages } from './realm-images.ts';

/** Where bin/start and bin/compose leave the names of the images. */
const imagesFolder = (dataDir: string): string => join(resolve(dataDir), 'images');

/** The versions of Java that realms find in those images. */
export const javaOfRealms = (dataDir: string): Promise<JavaRuntime[]> => javaInImages(imagesFolder(dataDir));

/** The driver for the realms in the data folder, in the images that bin/start has had Docker load. Several may be open over one data folder. */
export async function openDockerRuntime({
  dataDir,
  realmServerDir,
  dockerSocket,
  gatewayUser,
  realmDns,
  guestsUser,
  inContainer,
}: {
  dataDir: string;
  realmServerDir: string;
  dockerSocket: string;
  gatewayUser: User | null;
  realmDns: readonly string[];
  guestsUser: User | null;
  /** Whether this is in a container of that engine, and sees the machine's processes. */
  inContainer: boolean;
}): Promise<RealmRuntime> {
  return createDockerRuntime({
    dir: join(resolve(dataDir), 'realms'),
    socket: dockerSocket,
    images: await readRealmImages(imagesFolder(dataDir), realmServerDir),
    kernels: await readKernels(realmServerDir),
    gateway: gatewayUser,
    dns: realmDns,
    machine: new Machine(inContainer ? 1 : null),
    databaseDoors: { folder: databaseDoorsFolder(dataDir), user: guestsUser },
  });
}
