import type { Kernels, RealmRuntime } from '../runtime.ts';
import { holdsQuota } from '../local/bounds/disk-quota.ts';
import type { DatabaseDoors, User } from '../local/local-place.ts';
import { createMachineRuntime, openRealmsFolder } from '../local/local-runtime.ts';
import { userBase } from '../local/user/realm-user.ts';
import type { Machine } from '../local/way-out/machine.ts';
import { Ways } from '../local/way-out/ways.ts';
import { DockerClient } from './docker-client.ts';
import { DockerEngine } from './docker-engine.ts';
import type { RealmImages } from './realm-images.ts';

export interface DockerRuntimeOptions {
  /** Where the realms' folders are, on the machine of the engine; made if it is not there. */
  dir: string;
  /** The path of the engine's unix socket. */
  socket: string;
  images: RealmImages;
  /** By the account of the program in the images. */
  kernels: Kernels;
  /** IPv4 addresses of whom realms ask for names; none: whom the machine asks. */
  dns?: readonly string[];
  /** Where realms' way out is made; none: where this process is. */
  machine?: Machine;
  /** Who connects game clients to realms; none: the driver's own user. */
  gateway?: User | null;
  /** The folder of the doors to realms' databases, and who opens them; none: they are not shown any. */
  databaseDoors?: DatabaseDoors | null;
}

/**
 * The driver that runs each realm in a container of a Docker engine on this machine: docs/decisions/090-docker-driver.md. Several may be open over
 * one folder. Returns when it has found the realms that run.
 * @throws RuntimeError unreachable when the engine does not answer
 */
export async function createDockerRuntime(options: DockerRuntimeOptions): Promise<RealmRuntime> {
  const { socket, images, kernels, gateway = null, dns = [], machine, databaseDoors = null } = options;
  const dir = await openRealmsFolder(options.dir);
  const users = process.getuid?.() === 0 ? userBase(dir) : null;
  const quota = users !== null && (await holdsQuota(dir, users + 1));
  const bounds = { cgroups: null, prlimit: false, users, quota, walls: null, noWalls: null };
  const shared = { dir, kernels, gateway, databaseDoors, ...images.program };
  return createMachineRuntime(shared, bounds, (place) =>
    DockerEngine.open(place, new DockerClient(socket), images, new Ways(dir, dns, machine)),
  );
}
