import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { askForJson, askProvider, type Source } from '../kernels/ask-provider.ts';
import { ProviderBusy, ProviderError } from '../kernels/kernel-provider.ts';
import { KeptAnswers } from '../../limits/kept-answers.ts';
import {
  Found,
  type Project,
  Projects,
  type Version,
  type VersionFile,
  Versions,
  VersionsByHash,
} from './modrinth-answers.ts';

/** Modrinth takes 300 calls a minute from one address. */
const callsPerMinute = 240;
const keptMs = 10 * 60_000;
/** Projects per request: each comes with its whole description. */
const projectsAtOnce = 25;
/** Files per request: each comes as a version with its changelog. */
const hashesAtOnce = 100;
/** Of all versions of a modpack, each of which names all that is in it. */
const maxListBytes = 16 * 1024 * 1024;
const downloadMs = 10 * 60_000;
const silenceMs = 30_000;

/** What a server takes: one of these loaders, and this version of the game. */
export interface Fit {
  loaders: readonly string[];
  game: string;
}

/** A search, and the page of its results. */
interface Wanted {
  text: string;
  offset: number;
  limit: number;
}

/** A file to fetch. */
export interface Announced extends Pick<VersionFile, 'url' | 'size'> {
  hashes: Pick<VersionFile['hashes'], 'sha512'>;
  /** Hosts besides Modrinth's own from which it may come. */
  hosts?: readonly string[];
}

/** What was fetched is not what was announced. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError';
}

/**
 * Modrinth's public API, asked without an account. What was answered is kept for ten minutes.
 * Source: https://docs.modrinth.com/api/
 */
export class Modrinth {
  readonly #source: Source;
  readonly #found = new KeptAnswers<Found>(keptMs, 500);
  readonly #newest = new KeptAnswers<Version | null>(keptMs, 2000);
  readonly #latest = new KeptAnswers<Version[]>(keptMs, 100);
  readonly #byHash = new KeptAnswers<Version | null>(keptMs, 5000);
  readonly #latestOf = new KeptAnswers<Version | null>(keptMs, 5000);
  readonly #projects = new KeptAnswers<Project | null>(keptMs, 5000);
  #minute = 0;
  #calls = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Projects with a version that fits, the likeliest first. @throws ProviderError */
  search(fit: Fit, wanted: Wanted): Promise<Found> {
    // Its search knows loaders as categories.
    const loaders = fit.loaders.map((loader) => `categories:${loader}`);
    return this.#search([loaders, [`versions:${fit.game}`], ['project_type!=modpack']], wanted);
  }

  /** Modpacks that are not only for the game's client, the most relevant first. @param loader the loader they need; null: any @throws ProviderError */
  searchModpacks(loader: string | null, wanted: Wanted): Promise<Found> {
    const ofLoader = loader === null ? [] : [[`categories:${loader}`]];
    return this.#search([['project_type:modpack'], ['server_side!=unsupported'], ...ofLoader], wanted);
  }

  async #search(facets: string[][], { text, offset, limit }: Wanted): Promise<Found> {
    const asked = { query: text, facets: JSON.stringify(facets), offset: String(offset), limit: String(limit) };
    const query = new URLSearchParams(asked).toString();
    return this.#found.get(query) ?? this.#found.keep(query, await this.#ask(`search?${query}`, Found));
  }

  /** The newest release that fits, or where there is none the newest version. @throws ProviderError, with status 404 for no such project */
  async newest(projectId: string, fit: Fit): Promise<Version | null> {
    const query = new URLSearchParams({
      loaders: JSON.stringify(fit.loaders),
      game_versions: JSON.stringify([fit.game]),
    }).toString();
    const key = `${projectId}?${query}`;
    const kept = this.#newest.get(key);
    if (kept !== undefined) return kept;
    const versions = await this.#ask(`project/${projectId}/version?${query}`, Versions);
    const fitting = versions.filter((version) => version.project_id === projectId && fits(version, fit));
    const releases = fitting.filter(isRelease);
    const [newest = null] = (releases.length > 0 ? releases : fitting).toSorted((one, other) => age(one) - age(other));
    return this.#newest.keep(key, newest);
  }

  /** The newest versions of a project, whatever they fit, newest first. @throws ProviderError, with status 404 for an unknown project */
  async latest(projectId: string, limit: number): Promise<Version[]> {
    const path = `project/${projectId}/version?include_changelog=false&limit=${limit}`;
    const kept = this.#latest.get(path);
    if (kept !== undefined) return kept;
    const versions = await this.#ask(path, Versions, { maxBytes: maxListBytes });
    const own = versions.filter((version) => version.project_id === projectId);
    return this.#latest.keep(path, own.toSorted((one, other) => age(one) - age(other)).slice(0, limit));
  }

  /** One version where it fits; null where it does not. @throws ProviderError */
  async version(id: string, fit: Fit): Promise<Version | null> {
    const [version] = await this.#ask(`versions?ids=${encodeURIComponent(JSON.stringify([id]))}`, Versions);
    return version?.id === id && fits(version, fit) ? version : null;
  }

  /** Which version each file is of, by the SHA-512 of the file; those that Modrinth does not know are not in it. @throws ProviderError */
  byHash(hashes: readonly string[]): Promise<Map<string, Version>> {
    return this.#ofHashes(this.#byHash, '', hashes, 'version_files', {});
  }

  /** For the same the newest version that fits, as `newest` has it. @throws ProviderError */
  async newestOf(hashes: readonly string[], fit: Fit): Promise<Map<string, Version>> {
    const terms = { loaders: fit.loaders, game_versions: [fit.game] };
    const latest = await this.#ofHashes(this.#latestOf, JSON.stringify(terms), hashes, 'version_files/update', terms);
    for (const [hash, version] of latest) {
      const newest = isRelease(version) ? version : await this.newest(version.project_id, fit);
      if (newest !== null) latest.set(hash, newest);
    }
    return latest;
  }

  /** What the projects are called; those that are gone are not in it. @throws ProviderError */
  async projects(ids: readonly string[]): Promise<Map<string, Project>> {
    const unknown = [...new Set(ids)].filter((id) => this.#projects.get(id) === undefined);
    for (let at = 0; at < unknown.length; at += projectsAtOnce) {
      const some = unknown.slice(at, at + projectsAtOnce);
      const found = await this.#ask(`projects?ids=${encodeURIComponent(JSON.stringify(some))}`, Projects);
      for (const id of some) this.#projects.keep(id, found.find((project) => project.id === id) ?? null);
    }
    return known(this.#projects, ids);
  }

  /**
   * The bytes of a file, which end in an error unless they are those that were announced.
   * @param heard of every piece, its bytes
   * @throws ProviderError, DamagedError; the signal's reason
   */
  async *download(
    { url, size, hashes, hosts = [] }: Announced,
    heard: (bytes: number) => void,
    ending: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const silence = new AbortController();
    const quiet = setTimeout(() => silence.abort(new ProviderError('a download stands still')), silenceMs);
    try {
      const signal = AbortSignal.any([ending, silence.signal, AbortSignal.timeout(downloadMs)]);
      const answer = await askProvider({ ...this.#source, others: hosts }, new URL(url), signal);
      const hash = createHash('sha512');
      let bytes = 0;
      for await (const piece of answer.body ?? []) {
        quiet.refresh();
        bytes += piece.byteLength;
        // Leaving the loop ends the connection.
        if (bytes > size) throw new DamagedError('a file is longer than announced');
        hash.update(piece);
        heard(piece.byteLength);
        yield piece;
      }
      if (bytes !== size || hash.digest('hex') !== hashes.sha512) {
        throw new DamagedError('a file is not the one that was announced');
      }
    } catch (error) {
      ending.throwIfAborted();
      if (error instanceof ProviderError || error instanceof DamagedError) throw error;
      throw new ProviderError('a download broke off', { cause: error });
    } finally {
      clearTimeout(quiet);
    }
  }

  async #ofHashes(
    kept: KeptAnswers<Version | null>,
    terms: string,
    hashes: readonly string[],
    call: string,
    more: object,
  ): Promise<Map<string, Version>> {
    const unknown = [...new Set(hashes)].filter((hash) => kept.get(terms + hash) === undefined);
    for (let at = 0; at < unknown.length; at += hashesAtOnce) {
      const some = unknown.slice(at, at + hashesAtOnce);
      const versions = await this.#ask(call, VersionsByHash, { post: { hashes: some, algorithm: 'sha512', ...more } });
      for (const hash of some) kept.keep(terms + hash, versions[hash] ?? null);
    }
    return known(kept, hashes, terms);
  }

  #ask<T>(path: string, schema: z.ZodType<T>, more: { post?: unknown; maxBytes?: number } = {}): Promise<T> {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) [this.#minute, this.#calls] = [minute, 0];
    this.#calls += 1;
    if (this.#calls > callsPerMinute) return Promise.reject(new ProviderBusy('Modrinth is asked too often'));
    const url = new URL(`${this.#source.base.href.replace(/\/$/, '')}/v2/${path}`);
    return askForJson(this.#source, url, schema, new AbortController().signal, more);
  }
}

function fits({ loaders, game_versions: versions }: Version, { loaders: ours, game }: Fit): boolean {
  return loaders.some((loader) => ours.includes(loader)) && versions.includes(game);
}

function isRelease({ version_type: type }: Version): boolean {
  return type === 'release';
}

/** Below zero for the newer one, compared. */
function age({ date_published: published }: Version): number {
  return -Date.parse(published);
}

/** Those of the questions whose answer is not that there is none. */
function known<T>(kept: KeptAnswers<T | null>, questions: readonly string[], terms = ''): Map<string, T> {
  const answers = new Map<string, T>();
  for (const question of questions) {
    const answer = kept.get(terms + question);
    if (answer !== undefined && answer !== null) answers.set(question, answer);
  }
  return answers;
}
