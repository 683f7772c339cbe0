import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Kernels, RealmRuntime } from '../runtime.ts';
import { createLocalRuntime } from './local-runtime.ts';

/** How realm-server is started, and where its kernels declare their abilities: a file that it ships. */
const Launch = z.object({
  entry: z.string(),
  fileAgent: z.string(),
  kernels: z.string(),
  execArgv: z.array(z.string()),
  env: z.record(z.string(), z.string()),
});

/** Where the doors to realms' databases are. */
export const databaseDoorsFolder = (dataDir: string): string => join(resolve(dataDir), 'guests/doors');

/** The driver for the realms in the data folder, with the realm-server in its folder. Several may be open over one data folder. */
export async function openLocalRuntime({
  dataDir,
  realmServerDir,
  gatewayUser = null,
  realmDns = [],
  guestsUser = null,
}: {
  dataDir: string;
  realmServerDir: string;
  gatewayUser?: { uid: number; gid: number } | null;
  /** IPv4 addresses of whom realms ask for names; none: whom the machine asks. */
  realmDns?: readonly string[];
  guestsUser?: { uid: number; gid: number } | null;
}): Promise<RealmRuntime> {
  const launch = await readLaunch(realmServerDir);
  return createLocalRuntime({
    ...launch,
    dir: join(resolve(dataDir), 'realms'),
    nodePath: process.execPath,
    entry: join(realmServerDir, launch.entry),
    fileAgent: join(realmServerDir, launch.fileAgent),
    gateway: gatewayUser,
    dns: realmDns,
    databaseDoors: { folder: databaseDoorsFolder(dataDir), user: guestsUser },
    kernels: await readKernels(realmServerDir),
  });
}

/** What each kernel makes of settings, by the account of the realm-server in its folder. */
export async function readKernels(realmServerDir: string): Promise<Kernels> {
  const { kernels } = await readLaunch(realmServerDir);
  return JSON.parse(await readFile(join(realmServerDir, kernels), 'utf8')) as Kernels;
}

export async function readLaunch(realmServerDir: string): Promise<z.infer<typeof Launch>> {
  return Launch.parse(JSON.parse(await readFile(join(realmServerDir, 'launch.json'), 'utf8')));
}

/** Memory reserved for the database, the api, the gateway and the machine: a share, and at most so many MiB. */
const kept = { part: 0.25, mebibytes: 3072 };

/** What realms may take together of this machine, or of the group that this process is in. */
export function realmMemoryMiB(): number {
  const mebibyte = 1024 * 1024;
  const constrained = process.constrainedMemory();
  const total = Math.min(totalmem(), constrained > 0 ? constrained : Infinity) / mebibyte;
  return Math.floor(total - Math.min(total * kept.part, kept.mebibytes));
}
