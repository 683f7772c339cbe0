import { inspect } from 'node:util';
import type { RealmRuntime } from './runtime.ts';

/**
 * Saves and ends every realm that runs.
 * @param graceMs for each, after which it is killed
 * @returns how many have ended, and why others have not, for the log
 */
export async function stopRunningRealms(
  runtime: RealmRuntime,
  graceMs: number,
): Promise<{ stopped: number; failed: string[] }> {
  const running = (await runtime.list()).filter(({ phase }) => phase !== 'EXITED');
  const results = await Promise.allSettled(running.map(({ realmId }) => runtime.stop(realmId, graceMs)));
  const failed = results.filter((result) => result.status === 'rejected').map(({ reason }) => inspect(reason));
  return { stopped: running.length - failed.length, failed };
}
