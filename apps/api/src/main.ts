import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalRuntime } from '@realmkeep/runtime/local';
import pino from 'pino';
import { z } from 'zod';
import { startApp } from './app.ts';
import { readConfig } from './config.ts';

/** How a realm-server wants to be started: its own word for it. */
const Launch = z.object({ entry: z.string(), execArgv: z.array(z.string()), env: z.record(z.string(), z.string()) });

const config = readConfig(process.env);
const log = pino({ level: config.logLevel, redact: ['req.headers.authorization'] });
const launch = Launch.parse(JSON.parse(await readFile(join(config.realmServerDir, 'launch.json'), 'utf8')));
