import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import type { RealmRuntime } from '@realmkeep/runtime';
import { type DatabaseDoors, JarStore, listenHost, serveRuntime } from '@realmkeep/runtime/host';
import { findJavaRuntimes } from '@realmkeep/runtime/java';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type GameRelay, openGameRelay } from './game-relay.ts';

/** What serves realms to apis and gateways elsewhere. */
export interface ServedRealms {
  server: Awaited<ReturnType<typeof listenHost>>;
  relay: GameRelay;
}

interface Served {
  /** To realms' databases. */
  doors?: DatabaseDoors;
  /** What calls pass on their way. */
  around?: (listener: RequestListener) => RequestListener;
}

export async function serveRealms(
  { key, host, port, gamePort, dataDir, realmMemoryMiB: memoryMiB, path }: Config,
  runtime: RealmRuntime,
  log: Logger,
  { doors, around = (listener) => listener }: Served = {},
): Promise<ServedRealms> {
  /** What an operator installs is seen at the next start. */
  const java = await findJavaRuntimes({ path });
  const jars = new JarStore(join(resolve(dataDir), 'jars'));
  const listener = serveRuntime(
    key,
    {
      runtime,
      jars,
      ...(doors && { doors }),
      capacity: async () => ({ memoryMiB, java: [...new Set(java.map(({ major }) => major))] }),
      java: async (major) => java.find((one) => one.major >= major)?.path ?? null,
    },
    (error) => log.error({ err: error }, 'failed to carry out a call'),
  );
  const server = await listenHost({ host, port }, key, around(listener));
  return { server, relay: await openGameRelay({ host, port: gamePort, key, runtime }) };
}
