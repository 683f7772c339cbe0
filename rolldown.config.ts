import http from 'node:http';
import { relative, resolve } from 'node:path';
import type { BuildOptions, Plugin } from 'rolldown';

/**
 * What bin/start runs, each in one file and what it loads later: it starts in a third of the time that Node needs to find, strip and
 * compile 1,500 modules, and takes less memory. Not minified, for the sake of stack traces.
 */
const apps = ['api', 'fake-providers', 'gateway', 'guests', 'host', 'supervisor'];

/**
 * V8 compiles on threads of its own, and of those one waits for a collection of garbage that a main thread which has begun to end never does, while that waits for it:
 * such a process stays for ever, docs/decisions/107-processes-end.md. What each program that is built begins with.
 */
export const banner = "process.getBuiltinModule('node:v8').setFlagsFromString('--no-concurrent-sparkplug');";

/** What node:http has of fetch's. */
const ofFetch = new Set(['CloseEvent', 'MessageEvent', 'WebSocket']);
const httpNames = Object.keys(http).filter((name) => !ofFetch.has(name));
const httpModule = '\0node-http';

/**
 * Imports node:http without what fetch is made of, which Node loads when it is used, or with any import of node:http: docs/decisions/114-http-without-fetch.md.
 */
export const leanHttp: Plugin = {
  name: 'lean-http',
  resolveId: (id, _importer, { kind }) =>
    kind === 'import-statement' && ['http', 'node:http'].includes(id) ? httpModule : null,
  load: (id) =>
    id === httpModule
      ? `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${httpNames.join(', ')} } = http;`
      : null,
};

/** The first process of a realm's pod, for the image that realms run in. */
export const pod = buildOf('host', 'pod');

/** What keeps a PostgreSQL in a container of its own. */
const databases = ['database', 'guests'].map((program) => buildOf('supervisor', program));

export default [...apps.map((app) => buildOf(app, 'main')), pod, ...databases];

function buildOf(app: string, program: string): BuildOptions {
  const folder = resolve(import.meta.dirname, 'apps', app);
  return {
    input: resolve(folder, `src/${program}.ts`),
    platform: 'node',
    // Machine code, and what is patched by its path.
    external: ['@node-rs/argon2', 'ssh2'],
    plugins: [
      {
        // Files beside the sources are found from there.
        name: 'place-of-source',
        transform: {
          filter: { code: 'import.meta.url', id: { exclude: /node_modules/ } },
          handler(code, id) {
            const path = JSON.stringify(relative(resolve(folder, 'dist'), id));
            return code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`);
          },
        },
      },
      leanHttp,
      {
        // One letter of another alphabet would have V8 keep the whole file at two bytes a character.
        name: 'ascii',
        generateBundle(_options, bundle) {
          for (const file of Object.values(bundle)) {
            if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
          }
        },
      },
    ],
    // What the api loads later is of a name that goes with its content, and stays: an api that still runs may want it.
    output: { dir: resolve(folder, 'dist'), format: 'esm', codeSplitting: app === 'api', banner },
  };
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
