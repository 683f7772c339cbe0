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
  /** What all jars may take, where that is less than a host has for them. */
  maxJarBytes?: number;
}

export async function serveRealms(
  { key, host, port, gamePort, dataDir, realmMemoryMiB: memoryMiB, path }: Config,
  runtime: RealmRuntime,
  log: Logger,
  { doors, around = (listener) => listener, maxJarBytes }: Served = {},
): Promise<ServedRealms> {
  let found: ReturnType<typeof findJavaRuntimes> | undefined;
  /** What an operator installs is seen at the next start. Each is started for that, which takes a realm that needs none longer than its own start. */
  const java = () => (found ??= findJavaRuntimes({ path }));
  const jars = new JarStore(join(resolve(dataDir), 'jars'), maxJarBytes);
  const listener = serveRuntime(
    key,
    {
      runtime,
      jars,
      ...(doors && { doors }),
      capacity: async () => ({ memoryMiB, java: [...new Set((await java()).map(({ major }) => major))] }),
      java: async (major) => (await java()).find((one) => one.major >= major)?.path ?? null,
    },
    (error) => log.error({ err: error }, 'failed to carry out a call'),
  );
  const server = await listenHost({ host, port }, key, around(listener));
  return { server, relay: await openGameRelay({ host, port: gamePort, key, runtime, log }) };
}
