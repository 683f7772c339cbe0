import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Kernels } from '@realmkeep/runtime';
import { createLocalRuntime } from '@realmkeep/runtime/local';
import pino from 'pino';
import { z } from 'zod';
import { type App, startApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { isUnreachable } from './http/errors.ts';

/** How a realm-server wants to be started, and where its kernels tell what they can: the file that it ships for this. */
const Launch = z.object({
  entry: z.string(),
  keeper: z.string(),
  kernels: z.string(),
  execArgv: z.array(z.string()),
  env: z.record(z.string(), z.string()),
});

const config = readSettings();
const log = pino({ level: config.logLevel });
const launch = Launch.parse(await readShipped('launch.json'));
const runtime = await createLocalRuntime({
  ...launch,
  dir: join(resolve(config.dataDir), 'realms'),
  nodePath: process.execPath,
  entry: join(config.realmServerDir, launch.entry),
  keeper: join(config.realmServerDir, launch.keeper),
  kernels: (await readShipped(launch.kernels)) as Kernels,
});
const starting = startApp(config, runtime, log);

let stopping: Promise<void> | null = null;

/** Once: the first way of ending decides whether the realms end too. */
function stop(what?: Parameters<App['stop']>[0]): void {
  stopping ??= starting
    .then((app) => app.stop(what))
    .then(
      // Whatever is still open, as a request under way, ends with the process.
      () => process.exit(0),
      (err: unknown) => {
        log.fatal({ err }, 'the end was not in order');
        process.exit(1);
      },
    );
}

const Shutdown = z.object({ type: z.literal('shutdown') });

process.on('message', (message) => {
  if (Shutdown.safeParse(message).success) stop('realms');
});
// Whoever started this is gone, or wants only this process to end: the realms run on. Listened to from the first, as the end
// may come during the start.
process.on('disconnect', () => stop());
if ('connected' in process && !process.connected) stop();
process.on('SIGTERM', () => stop());
// Ctrl-C reaches every process of the terminal: one that was started by another waits for its word.
process.on('SIGINT', () => {
  if (!process.send) stop();
});

const app = await starting.catch((err: unknown) => {
  log.fatal({ err }, 'the api cannot start');
  const { host } = new URL(config.databaseUrl);
  if (isUnreachable(err)) process.stderr.write(`PostgreSQL cannot be reached at ${host}: is DATABASE_URL right?\n`);
  process.exit(1);
});
if (process.connected) process.send?.({ ready: true, port: app.port });
log.info({ port: app.port, driver: runtime.driver, enforcement: await runtime.enforcement() }, 'ready');

async function readShipped(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(config.realmServerDir, file), 'utf8'));
}

/** What is wrong with them is for the operator, in words. */
function readSettings(): Config {
  try {
    return readConfig();
  } catch (fault) {
    process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
    return process.exit(1);
  }
}
