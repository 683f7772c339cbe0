import { databaseDoorsFolder, openLocalRuntime } from '@realmkeep/runtime/installed';
import { stopRunningRealms } from '@realmkeep/runtime';
import { DatabaseDoors } from '@realmkeep/runtime/host';
import pino from 'pino';
import * as z from 'zod';
import { readSettingsOrEnd } from './config.ts';
import { serveRealms } from './serve-realms.ts';

/** More than a realm takes to save its world, which it gives up after 60 s at most. */
const graceMs = 65_000;

const config = readSettingsOrEnd();
const log = pino({ level: config.logLevel });
const runtime = await openLocalRuntime(config);
const doors = new DatabaseDoors(databaseDoorsFolder(config.dataDir));
const { server, relay } = await serveRealms(config, runtime, log, { doors });
const ending = new AbortController();
const sayNoDoor = (error: unknown) => log.error({ err: error }, 'failed to open the door to the database of a realm');
doors.follow(runtime, ending.signal, sayNoDoor).catch(sayNoDoor);

let stopping: Promise<void> | null = null;

/** Stops once. With realms, they are stopped too, and will be started again with this process; otherwise they keep running. */
function stop(withRealms: boolean): void {
  stopping ??= (async () => {
    // So that nobody restarts what is being stopped.
    await server.close();
    if (withRealms) log.info(await stopRunningRealms(runtime, graceMs), 'realms stopped');
    relay.close();
    ending.abort();
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
// Ctrl-C reaches every process of the terminal: one with a parent waits for it.
process.on('SIGINT', () => {
  if (!process.send) stop(false);
});
if (process.connected) process.send?.({ ready: true });
log.info(
  { host: config.key.hostId, port: server.port, gamePort: relay.port, enforcement: await runtime.enforcement() },
  'ready',
);
