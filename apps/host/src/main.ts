import { join, resolve } from 'node:path';
import { JarStore, listenHost, serveRuntime } from '@realmkeep/runtime/host';
import { openLocalRuntime } from '@realmkeep/runtime/installed';
import { stopRunningRealms } from '@realmkeep/runtime';
import { findJavaRuntimes } from '@realmkeep/runtime/java';
import pino from 'pino';
import * as z from 'zod';
import { type Config, readConfig } from './config.ts';
import { openGameRelay } from './game-relay.ts';

/** More than a realm takes to save its world, which it gives up after 60 s at most. */
const graceMs = 65_000;

const config = readSettings();
const log = pino({ level: config.logLevel });
const { key, host } = config;
const runtime = await openLocalRuntime(config);
/** What an operator installs is seen at the next start. */
const java = await findJavaRuntimes({ path: config.path });
const jars = new JarStore(join(resolve(config.dataDir), 'jars'));
const listener = serveRuntime(
  key,
  {
    runtime,
    jars,
    capacity: async () => ({ memoryMiB: config.realmMemoryMiB, java: [...new Set(java.map(({ major }) => major))] }),
    java: async (major) => java.find((one) => one.major >= major)?.path ?? null,
  },
  (error) => log.error({ err: error }, 'failed to carry out a call'),
);
const server = await listenHost({ host, port: config.port }, key, listener);
const relay = await openGameRelay({ host, port: config.gamePort, key, runtime });

let stopping: Promise<void> | null = null;

/** Once. Told so by its starter the realms end too, and run again when this does; otherwise they run on. */
function stop(withRealms: boolean): void {
  stopping ??= (async () => {
    // Nobody begins what has just ended.
    await server.close();
    if (withRealms) log.info(await stopRunningRealms(runtime, graceMs), 'realms stopped');
    relay.close();
    await runtime.close();
    process.exit(0);
  })();
}

const Shutdown = z.object({ type: z.literal('shutdown') });
process.on('message', (message) => {
  if (Shutdown.safeParse(message).success) stop(true);
});
process.on('disconnect', () => stop(false));
process.on('SIGTERM', () => stop(false));
// Ctrl-C reaches every process of the terminal: one that was started by another waits for its word.
process.on('SIGINT', () => {
  if (!process.send) stop(false);
});
if (process.connected) process.send?.({ ready: true });
log.info(
  { host: key.hostId, port: server.port, gamePort: relay.port, enforcement: await runtime.enforcement() },
  'ready',
);

/** What is wrong with them is for the operator, in words. */
function readSettings(): Config {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}
