import type { RealmRuntime } from '@realmkeep/runtime';
import type { FastifyBaseLogger } from 'fastify';

/** A Java server has 45 s to save its world; who stops the api has more patience. */
const graceMs = 50_000;

/** Saves and stops every realm that runs, and leaves the desired states as they are: at the next start they run again. */
export async function stopRunningRealms(runtime: RealmRuntime, log: FastifyBaseLogger): Promise<void> {
  const running = (await runtime.list()).filter((observed) => observed.phase !== 'EXITED');
  const results = await Promise.allSettled(running.map(({ realmId }) => runtime.stop(realmId, graceMs)));
  const failed = results.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown);
  log.info({ stopped: running.length - failed.length, failed }, 'realms stopped');
}
