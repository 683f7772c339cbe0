import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|svg|txt|webmanifest)$/;

const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Writes `<file>.br` and `<file>.gz` beside every text file of the build, for a server that sends them as they are. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'realmkeep:compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        for (const name of await readdir(folder, { recursive: true })) {
          if (!compressible.test(name)) continue;
          const file = join(folder, name);
          const content = await readFile(file);
          await writeFile(`${file}.br`, await promisify(brotliCompress)(content, best));
          await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
        }
      },
    },
  };
}
