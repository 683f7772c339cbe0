import { join, resolve } from 'node:path';
import { readKernels, readLaunch } from '../local/installed-runtime.ts';
import { createMachineRuntime, openRealmsFolder } from '../local/local-runtime.ts';
import type { HostKey } from '../remote/host-key.ts';
import type { RealmRuntime } from '../runtime.ts';
import { openDatabaseDoor } from './database-door.ts';
import { PodEngine } from './pod-engine.ts';

export { sayHello } from './call-from-pod.ts';

/** The driver of the one realm whose volume is mounted at `dataDir`, within its pod: docs/decisions/096-kubernetes-driver.md. */
export async function openPodRuntime({
  dataDir,
  realmServerDir,
  doorTo,
  key,
}: {
  dataDir: string;
  realmServerDir: string;
  /** Where the pod calls for its realm's database; null: it has none. */
  doorTo: string | null;
  key: HostKey;
}): Promise<RealmRuntime> {
  const { entry, fileAgent, execArgv, env } = await readLaunch(realmServerDir);
  const dir = await openRealmsFolder(resolve(dataDir));
  const bounds = { cgroups: null, prlimit: false, users: null, quota: false, walls: null, noWalls: null };
  const program = {
    execArgv,
    env,
    nodePath: process.execPath,
    entry: join(realmServerDir, entry),
    fileAgent: join(realmServerDir, fileAgent),
  };
  const machine = { dir, kernels: await readKernels(realmServerDir), ...program };
  const databaseDoor = doorTo === null ? null : await openDatabaseDoor(doorTo, key);
  return createMachineRuntime(machine, bounds, async (place) => new PodEngine(place, databaseDoor));
}
