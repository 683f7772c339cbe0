import type { Rolldown } from 'vite';

/** What the build has written, and which file needs which. */
export class ChunkGraph {
  readonly #chunks: Map<string, Rolldown.OutputChunk>;
  readonly #assets: string[];

  constructor(bundle: Rolldown.OutputBundle) {
    const files = Object.values(bundle);
    this.#chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
    this.#assets = files.flatMap((file) => (file.type === 'asset' ? [file.fileName] : []));
  }

  /** Whether a file of JavaScript is the one that pages begin with, or that one imports it. */
  isInitial(name: string): boolean {
    const entries = [...this.#chunks.values()].filter(({ isEntry }) => isEntry);
    return entries.some(({ fileName, imports }) => fileName === name || imports.includes(name));
  }

  /** The files of JavaScript that hold the entry and these modules, and whatever those import; the largest first. @param modules absolute paths */
  scripts(modules: string[]): string[] {
    const wanted = [...this.#chunks.values()].filter(
      ({ isEntry, moduleIds }) => isEntry || moduleIds.some((id) => modules.includes(id)),
    );
    const names = new Set(wanted.map(({ fileName }) => fileName));
    // A set hands out what is added while it is walked.
    for (const name of names) for (const imported of this.#chunks.get(name)?.imports ?? []) names.add(imported);
    const size = (name: string) => this.#chunks.get(name)?.code.length ?? 0;
    return [...names].toSorted((one, other) => size(other) - size(one));
  }

  /** The stylesheets that come with files of JavaScript. */
  styles(scripts: string[]): string[] {
    return [...new Set(scripts.flatMap((name) => [...(this.#chunks.get(name)?.viteMetadata?.importedCss ?? [])]))];
  }

  /** The font's file of a subset of ours, as `onest-polish`. */
  font(subset: string): string {
    const name = this.#assets.find((file) => new RegExp(`/${subset}-[^/]+\\.woff2$`).test(file));
    if (name === undefined) throw new Error(`The build has no font ${subset}`);
    return name;
  }
}
