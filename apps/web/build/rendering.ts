import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Language } from '@realmkeep/contract/languages';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig } from 'vite';

export interface PageJob {
  path: string;
  language: Language;
}

export interface RenderedPage extends PageJob {
  /** The router's, of the page itself. */
  routeId: string;
  title: string;
  /** What is inside the root; null where the route is not `prerendered`: it begins empty. */
  html: string | null;
  /** The modules that its routes import, by their absolute paths. What comes later, when it is rendered, is not among them. */
  imports: string[];
}

/** Renders pages as the browser will: from the same code, and the router's own for browsers. */
export async function renderPages({ root, resolve }: ResolvedConfig, jobs: PageJob[]): Promise<RenderedPage[]> {
  const folder = join(root, 'dist/prerender');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react(), noteImports()],
    resolve: { alias: resolve.alias },
    ssr: { noExternal: true, external: ['react', 'react-dom'], resolve: { conditions: ['browser', 'production'] } },
    build: {
      ssr: 'src/prerender.tsx',
      outDir: folder,
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'prerender.js' } },
    },
  });
  // Apart: it stands in for a browser by globals, and what it has loaded keeps timers.
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: { module: join(folder, 'prerender.js'), jobs },
  });
  try {
    return await new Promise((resolvePages, reject) => {
      worker.once('message', resolvePages);
      worker.once('error', reject);
    });
  } finally {
    await worker.terminate();
    await rm(folder, { recursive: true });
  }
}

/** Notes each module of ours that is imported on demand, when it is. */
function noteImports(): Plugin {
  return {
    name: 'realmkeep:note-imports',
    // After `import.meta.glob` has become imports.
    enforce: 'post',
    transform: (code, id) =>
      code.replaceAll(
        /\bimport\(["'](\.[^"']+)["']\)/g,
        (call, name: string) => `(globalThis.notedImports.add(${JSON.stringify(join(dirname(id), name))}), ${call})`,
      ),
  };
}
