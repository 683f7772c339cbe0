import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainSettings } from '@realmkeep/realm-protocol';
import { liveKernels } from '@realmkeep/runtime/fake';
import { createLocalRuntime, type LocalRuntimeOptions } from '@realmkeep/runtime/local';

const server = new URL('../../apps/realm-server/', import.meta.url);

/**
 * A realm of the local driver that has run once and stopped, in a folder that is removed with the stack. Needs `npm run build`.
 * @returns the folder, the runtime, the realm's id and its own folder
 */
export async function makeStoppedRealm(cleanup: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'realm-bench-'));
  await chmod(folder, 0o711);
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const launch = JSON.parse(await readFile(new URL('launch.json', server), 'utf8')) as LocalRuntimeOptions;
  const runtime = await createLocalRuntime({
    ...launch,
    dir: join(folder, 'realms'),
    kernels: liveKernels,
    nodePath: process.execPath,
    entry: fileURLToPath(new URL(launch.entry, server)),
    fileAgent: fileURLToPath(new URL(launch.fileAgent, server)),
  });
  cleanup.defer(() => runtime.close());
  const realmId = crypto.randomUUID();
  const limits = { memoryMiB: 512, cores: 1, processes: 64 };
  await runtime.ensure({ realmId, number: 1, kernel: 'sandbox', map: 'meadow', settings: plainSettings, limits }, 1);
  await runtime.stop(realmId, 20_000);
  return { folder, runtime, realmId, realmFolder: join(folder, 'realms', realmId) };
}
