import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';

// `node previous-api.ts <folder>`: runs the api of another version, whose source tree is in the folder, with the fake runtime and the settings of
// the environment. Prints its port, then every warning and error of its log.
const [folder = ''] = process.argv.slice(2);
const load = async <T>(path: string) => (await import(pathToFileURL(join(folder, path)).href)) as T;
const { startApp } = await load<typeof import('../src/app.ts')>('apps/api/src/app.ts');
const { readConfig } = await load<typeof import('../src/config.ts')>('apps/api/src/config.ts');
const { createFakeRuntime } = await load<typeof import('@realmkeep/runtime/fake')>(
  'packages/runtime/src/fake/fake-runtime.ts',
);

const config = { ...readConfig(), port: 0, sftpPort: null };
const { port } = await startApp(config, createFakeRuntime(), pino({ level: 'warn' }, pino.destination({ sync: true })));
process.stdout.write(`${JSON.stringify({ port })}\n`);
