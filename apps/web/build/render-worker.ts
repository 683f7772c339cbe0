import { parentPort, workerData } from 'node:worker_threads';
import type { Language } from '@realmkeep/contract/languages';
import type { PageJob, RenderedPage } from './rendering.ts';

interface Prerender {
  loadPage: (
    path: string,
    language: Language,
  ) => Promise<{ routeId: string; title: string; prerendered: boolean; render: () => Promise<string> }>;
}

const { module, jobs } = workerData as { module: string; jobs: PageJob[] };

// What the modules expect of a browser: that of an unknown visitor who may nevertheless see every page.
const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const browser = {
  window: globalThis,
  self: globalThis,
  localStorage: { ...storage, getItem: (name: string) => (name.includes('token') ? 'anything' : null) },
  sessionStorage: storage,
  location: new URL('http://localhost/'),
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  addEventListener: () => {},
  removeEventListener: () => {},
  fetch: () => new Promise(() => {}),
  navigator: { onLine: true, languages: [] },
};
for (const [name, value] of Object.entries(browser)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

const pages: RenderedPage[] = [];
for (const job of jobs) {
  const imports = new Set<string>();
  Object.assign(globalThis, { notedImports: imports });
  // Each time anew, see src/prerender.tsx.
  const { loadPage } = (await import(`${module}?${pages.length}`)) as Prerender;
  const { routeId, title, prerendered, render } = await loadPage(job.path, job.language);
  pages.push({ ...job, routeId, title, imports: [...imports], html: prerendered ? await render() : null });
}
parentPort?.postMessage(pages, []);
