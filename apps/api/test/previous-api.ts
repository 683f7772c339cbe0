import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';

// `node previous-api.ts <folder>`: the api of another version, whose tree is in the folder, by the environment, with the fake runtime. Tells
// its port, then every line of its log from warnings on.
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
