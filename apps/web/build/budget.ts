import type { Plugin, Rolldown } from 'vite';
import { compressBest } from './brotli.ts';

interface Budget {
  /** Bytes after brotli that the home page may load in JavaScript, the catalogue of one language included. */
  javaScript: number;
  /** And in CSS. */
  css: number;
}

/** What the home page loads besides the entry and whatever that imports. */
const homeModules = ['/pages/home/HomePage.tsx', '/i18n/ru/catalogue.ts', '/i18n/ru/home.ts'];

/** Fails the build when the home page grows over its budget; prints its size. */
export function budget(limits: Budget): Plugin {
  return {
    name: 'realmkeep:budget',
    apply: 'build',
    generateBundle: {
      // Vite writes into the entry what each page is to preload: that counts as well.
      order: 'post',
      async handler(_, bundle) {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === 'chunk');
        const entries = chunks.filter(
          (chunk) => chunk.isEntry || chunk.moduleIds.some((id) => homeModules.some((name) => id.endsWith(name))),
        );
        const loaded = withImports(entries, new Map(chunks.map((chunk) => [chunk.fileName, chunk])));
        const css = files.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
        const sizes = {
          javaScript: await total([...loaded].map((chunk) => chunk.code)),
          css: await total(css.map((file) => (file.type === 'asset' ? file.source : ''))),
        };
        for (const kind of ['javaScript', 'css'] as const) {
          const line = `home page, ${kind}: ${sizes[kind]} bytes of ${limits[kind]} (brotli)`;
          if (sizes[kind] > limits[kind]) this.error(line);
          this.info(line);
        }
      },
    },
  };
}

function withImports(
  entries: Rolldown.OutputChunk[],
  byName: Map<string, Rolldown.OutputChunk>,
): Set<Rolldown.OutputChunk> {
  const loaded = new Set(entries);
  // A set hands out what is added while it is walked.
  for (const chunk of loaded) {
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) loaded.add(imported);
    }
  }
  return loaded;
}

async function total(contents: (string | Uint8Array)[]): Promise<number> {
  const compressed = await Promise.all(contents.map((content) => compressBest(Buffer.from(content))));
  return compressed.reduce((sum, content) => sum + content.length, 0);
}
