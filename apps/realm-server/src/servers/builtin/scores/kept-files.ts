import { mkdirSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import nbt from 'prismarine-nbt';
import { writeDurably } from '../../../world-folder/durable-file.ts';
import { FencingTokenRefused } from '../../../world-folder/fencing-token.ts';
import type { Unsaved } from '../../../world-folder/unsaved.ts';
import { isRecord } from '../../../world-format/is-record.ts';
import { parseNbt } from '../../../world-format/nbt-budget.ts';
import type { KernelHost } from '../../kernel.ts';
import type { Tag } from '../../../world-format/nbt-fields.ts';
import { Turns } from '../turns.ts';

type FilesHost = Pick<KernelHost, 'worldFolder' | 'assertClaim' | 'log' | 'fail'> & { unsaved: Pick<Unsaved, 'note'> };

/** What has changed is on the disk at most this much (and the time of writing) later. */
const saveDelayMs = 500;
/** After a failed write, such as on a full disk. */
const retryDelayMs = 2000;
const maxFileBytes = 16 << 20;
const maxTextBytes = 1 << 20;

/** The files in world/data, and text files beside that folder: each is written whole after its contents change. */
export class KeptFiles {
  readonly #host: FilesHost;
  readonly #folder: string;
  readonly #contents = new Map<string, () => Record<string, Tag>>();
  /** Texts that are not on the disk yet. */
  readonly #texts = new Map<string, string>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  readonly #turns = new Turns();

  constructor(host: FilesHost) {
    this.#host = host;
    this.#folder = join(host.worldFolder, 'data');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** What the file holds; nothing when there is none, or it is damaged. */
  read(name: string): Promise<Record<string, unknown>> {
    return this.#recordOf(name, async () => {
      const raw = gunzipSync(await readFile(this.#path(name)), { maxOutputLength: maxFileBytes });
      return nbt.simplify(parseNbt(raw));
    });
  }

  /** What the file holds; nothing when there is none, or it is damaged. @param name from the folder */
  readJson(name: string): Promise<Record<string, unknown>> {
    return this.#recordOf(name, async () => {
      const text = this.#texts.get(name) ?? (await this.#readText(name));
      return JSON.parse(text) as unknown;
    });
  }

  async #recordOf(name: string, read: () => Promise<unknown>): Promise<Record<string, unknown>> {
    try {
      const content = await read();
      return isRecord(content) ? content : {};
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#host.log(`failed to read ${name}: ${String(error)}`);
      return {};
    }
  }

  /** Replaces what the file holds. @param name from the folder */
  putJson(name: string, content: Record<string, unknown>): void {
    this.#texts.set(name, JSON.stringify(content, null, 2));
    this.#changed.add(name);
    this.#soon();
  }

  /** Replaces another file, or removes it, at once. @param name from the folder @param content null for none @throws when it could not be written */
  async write(name: string, content: Buffer | null): Promise<void> {
    const written = this.#turns.next(() => {
      this.#host.assertClaim();
      if (!content) return rm(this.#path(name), { force: true });
      mkdirSync(dirname(this.#path(name)), { recursive: true });
      return writeDurably(this.#path(name), content);
    });
    await written.catch((error: unknown) => {
      if (error instanceof FencingTokenRefused) this.#host.fail(error);
      throw error;
    });
  }

  async #readText(name: string): Promise<string> {
    const { size } = await stat(this.#path(name));
    if (size > maxTextBytes) throw new Error(`it has ${size} bytes`);
    return readFile(this.#path(name), 'utf8');
  }

  /** Keeps the file up to date with these contents. @returns a function to call when they have changed */
  keep(name: string, contents: () => Record<string, Tag>): () => void {
    this.#contents.set(name, contents);
    return () => {
      this.#changed.add(name);
      this.#soon();
    };
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => void this.save().catch(() => undefined), saveDelayMs);
  }

  /** Returns when all that has changed is on the disk. @throws when it could not be written */
  save(): Promise<void> {
    return this.#turns.next(() => this.#writeChanged());
  }

  /** The same, and writes nothing more until released. @returns a function that releases it */
  hold(): Promise<() => void> {
    return this.#turns.hold(() => this.#writeChanged());
  }

  async #writeChanged(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const name of this.#changed) {
      this.#changed.delete(name);
      const root = { type: 'compound', name: '', value: this.#contents.get(name)?.() ?? {} };
      const text = this.#texts.get(name);
      try {
        this.#host.assertClaim();
        if (text !== undefined) mkdirSync(dirname(this.#path(name)), { recursive: true });
        await writeDurably(this.#path(name), text ?? gzipSync(nbt.writeUncompressed(root)));
        // A text that was set meanwhile must be written too, even if it is the same.
        if (!this.#changed.has(name)) this.#texts.delete(name);
        this.#host.unsaved.note('data', true);
      } catch (error) {
        if (error instanceof FencingTokenRefused) return this.#host.fail(error);
        this.#changed.add(name);
        this.#host.log(`failed to save ${name}, and will try again: ${String(error)}`);
        this.#host.unsaved.note('data', false);
        this.#timer = setTimeout(() => void this.save().catch(() => undefined), retryDelayMs);
        throw error;
      }
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}
