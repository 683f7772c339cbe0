import { join, resolve } from 'node:path';
import { readKernels, readLaunch } from '../local/installed-runtime.ts';
import { createMachineRuntime, openRealmsFolder } from '../local/local-runtime.ts';
import type { RealmRuntime } from '../runtime.ts';
import { PodEngine } from './pod-engine.ts';

export { sayHello } from './call-from-pod.ts';

/** The driver of the one realm whose volume is mounted at `dataDir`, within its pod: docs/decisions/096-kubernetes-driver.md. */
export async function openPodRuntime({
  dataDir,
  realmServerDir,
}: {
  dataDir: string;
  realmServerDir: string;
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
  return createMachineRuntime(machine, bounds, async (place) => new PodEngine(place));
}
