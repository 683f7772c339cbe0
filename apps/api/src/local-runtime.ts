import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Kernels, RealmRuntime } from '@realmkeep/runtime';
import { createLocalRuntime } from '@realmkeep/runtime/local';
import { z } from 'zod';

/** How a realm-server wants to be started, and where its kernels tell what they can: the file that it ships for this. */
const Launch = z.object({
  entry: z.string(),
  fileAgent: z.string(),
  kernels: z.string(),
  execArgv: z.array(z.string()),
  env: z.record(z.string(), z.string()),
});

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
  const shipped = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(join(realmServerDir, file), 'utf8'));
  const launch = Launch.parse(await shipped('launch.json'));
  return createLocalRuntime({
    ...launch,
    dir: join(resolve(dataDir), 'realms'),
    nodePath: process.execPath,
    entry: join(realmServerDir, launch.entry),
    fileAgent: join(realmServerDir, launch.fileAgent),
    gateway: gatewayUser,
    dns: realmDns,
    databaseDoors: { folder: join(resolve(dataDir), 'guests/doors'), user: guestsUser },
    kernels: (await shipped(launch.kernels)) as Kernels,
  });
}
