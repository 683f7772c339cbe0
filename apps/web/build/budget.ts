import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChunkGraph } from './chunk-graph.ts';

/** Bytes after brotli, the texts of one language included. What is loaded on demand, as dialogs and the editor are, is not counted. */
export interface Budget {
  /** Of JavaScript for the first paint of the home page. */
  home: number;
  /** Of JavaScript that any other page needs besides. */
  more: number;
  /** Of CSS for a page. */
  css: number;
  /** How many files of JavaScript a page may need. A browser asks for six at once. */
  files: number;
}

interface Built {
  /** Where the files are, and compressed beside them. */
  folder: string;
  graph: ChunkGraph;
  /** The files of JavaScript of every page. */
  pages: Record<string, string[]>;
}

/** Prints what every page loads. @throws Error when one grows over the budget */
export async function checkBudget(budget: Budget, { folder, graph, pages }: Built): Promise<void> {
  const size = async (names: string[]) => {
    const files = await Promise.all(names.map((name) => stat(join(folder, `${name}.br`))));
    return files.reduce((sum, file) => sum + file.size, 0);
  };
  const home = pages['/'] ?? [];
  const over: string[] = [];
  console.log(
    `\n${'page'.padEnd(24)} ${'JavaScript'.padStart(10)} ${'more than /'.padStart(12)} ${'CSS'.padStart(8)} ${'files'.padStart(6)}`,
  );
  for (const [path, scripts] of Object.entries(pages)) {
    const all = await size(scripts);
    const more = await size(scripts.filter((name) => !home.includes(name)));
    const css = await size(graph.styles(scripts));
    console.log(
      `${path.padEnd(24)} ${kB(all).padStart(10)} ${kB(more).padStart(12)} ${kB(css).padStart(8)} ${String(scripts.length).padStart(6)}`,
    );
    if (path === '/' ? all > budget.home : more > budget.more) over.push(`${path}: JavaScript`);
    if (css > budget.css) over.push(`${path}: CSS`);
    if (scripts.length > budget.files) over.push(`${path}: number of files`);
  }
  console.log(
    `of at most ${kB(budget.home)} on /, ${kB(budget.more)} more, ${kB(budget.css)} of CSS, ${budget.files} files; after brotli\n`,
  );
  if (over.length > 0) throw new Error(`Over the budget: ${over.join(', ')}`);
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
