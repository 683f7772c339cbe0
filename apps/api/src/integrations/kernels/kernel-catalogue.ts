import type { JavaKernel } from '@realmkeep/contract';
import type { Source } from './ask-provider.ts';
import type { KernelBuild, KernelProvider } from './kernel-provider.ts';
import { createFabric } from './fabric.ts';
import { createPaper } from './paper.ts';
import { createPurpur } from './purpur.ts';
import { createVanilla } from './vanilla.ts';

/** A list is fetched again after this time; if that fails, the old one is used for a day. */
const freshMs = 10 * 60_000;
const staleMs = 24 * 3_600_000;

interface Listed {
  versions: string[];
  /** Milliseconds since the epoch. */
  at: number;
}

/** The versions of each Java server, as listed by its maker, who is asked seldom. */
export class KernelCatalogue {
  readonly #providers: Record<JavaKernel, KernelProvider>;
  readonly #sources: Record<JavaKernel, Source>;
  readonly #listed = new Map<JavaKernel, Listed>();
  /** By kernel and version, of those that realms run. */
  readonly #newest = new Map<string, { build: Promise<KernelBuild | null>; at: number }>();
  readonly #asking = new Map<JavaKernel, Promise<string[]>>();

  constructor(sources: Record<JavaKernel, Source>) {
    this.#sources = sources;
    this.#providers = {
      paper: createPaper(sources.paper),
      purpur: createPurpur(sources.purpur),
      fabric: createFabric(sources.fabric),
      vanilla: createVanilla(sources.vanilla),
    };
  }

  /** Whose addresses a build of the kernel may have. */
  sourceOf(kernel: JavaKernel): Source {
    return this.#sources[kernel];
  }

  /** Newest first. @throws ProviderError */
  async versions(kernel: JavaKernel): Promise<string[]> {
    const listed = this.#listed.get(kernel);
    if (listed && listed.at > Date.now() - freshMs) return listed.versions;
    const asking = this.#asking.get(kernel) ?? this.#ask(kernel);
    this.#asking.set(kernel, asking);
    try {
      return await asking;
    } catch (error) {
      if (listed && listed.at > Date.now() - staleMs) return listed.versions;
      throw error;
    } finally {
      this.#asking.delete(kernel);
    }
  }

  /** Always asks the maker. @param wanted as for `KernelProvider.build` @throws ProviderError */
  build(kernel: JavaKernel, version: string, signal: AbortSignal, wanted?: string): Promise<KernelBuild | null> {
    return this.#providers[kernel].build(version, signal, wanted);
  }

  /** As `build`, but as it was at most ten minutes ago. @throws ProviderError */
  newestBuild(kernel: JavaKernel, version: string): Promise<KernelBuild | null> {
    const key = `${kernel} ${version}`;
    const kept = this.#newest.get(key);
    if (kept && kept.at > Date.now() - freshMs) return kept.build;
    const build = this.build(kernel, version, new AbortController().signal);
    this.#newest.set(key, { build, at: Date.now() });
    build.catch(() => this.#newest.delete(key));
    return build;
  }

  async #ask(kernel: JavaKernel): Promise<string[]> {
    const versions = await this.#providers[kernel].versions(new AbortController().signal);
    this.#listed.set(kernel, { versions, at: Date.now() });
    return versions;
  }
}
