import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
const compressible = /\.(?:html|js|css|svg|txt|webmanifest)$/;

/** By brotli at its best, which is slow: for files that are compressed once. */
export async function compressBest(content: Buffer): Promise<Buffer> {
  return compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
}

/** Writes `<file>.br` beside every text file of the build, for a server that sends it as it is. */
export function brotli(): Plugin {
  let folder = '';
  return {
    name: 'realmkeep:brotli',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      for (const name of await readdir(folder, { recursive: true })) {
        if (!compressible.test(name)) continue;
        const file = join(folder, name);
        await writeFile(`${file}.br`, await compressBest(await readFile(file)));
      }
    },
  };
}
