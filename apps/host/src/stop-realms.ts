import type { RealmRuntime } from '@realmkeep/runtime';
import type { Logger } from 'pino';

/** More than a realm takes to save its world, which it gives up after 60 s at most. */
const graceMs = 65_000;

/** Saves and ends every realm that runs. */
export async function stopRealms(runtime: RealmRuntime, log: Logger): Promise<void> {
  const running = (await runtime.list()).filter(({ phase }) => phase !== 'EXITED');
  await Promise.all(
    running.map(({ realmId }) =>
      runtime
        .stop(realmId, graceMs)
        .catch((error: unknown) => log.error({ err: error, realmId }, 'failed to stop a realm')),
    ),
  );
}
