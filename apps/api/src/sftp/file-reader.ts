import { buffer } from 'node:stream/consumers';
import type { FileEntry } from '@realmkeep/runtime';
import type { OpenFile } from './open-file.ts';
import type { RealmTree, Spot } from './realm-tree.ts';
import { Refusal } from './refusal.ts';
import { statuses } from './wire.ts';

/** Fetched at once. Nothing is kept open meanwhile, so that a slow client does not hold up the file agent. */
const pieceBytes = 512 * 1024;

interface Piece {
  start: number;
  bytes: Buffer;
}

/** A file opened for reading: the current piece, and the next, which is prefetched. */
export class FileReader implements OpenFile {
  readonly #tree: RealmTree;
  spot: Spot;
  #piece: Piece | null = null;
  #ahead: { start: number; piece: Promise<Piece> } | null = null;

  constructor(tree: RealmTree, spot: Spot) {
    this.#tree = tree;
    this.spot = spot;
  }

  stat(): Promise<FileEntry> {
    return this.#tree.use(this.spot, (files) => files.stat(this.spot.path));
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let at = offset; at < offset + length;) {
      const { start, bytes } = await this.#pieceAt(at);
      const part = bytes.subarray(at - start, at - start + (offset + length - at));
      if (part.length === 0) break;
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  /** Drops what was fetched, in favour of other files. */
  forget(): void {
    this.#piece = null;
    this.#ahead = null;
  }

  write(): never {
    throw new Refusal(statuses.PERMISSION_DENIED, 'The file was opened to be read');
  }

  resize(): never {
    this.write();
  }

  async setTime(changedAt: number): Promise<void> {
    await this.#tree.use(this.spot, (files) => files.setTime(this.spot.path, changedAt));
  }

  async flush(): Promise<void> {
    // There is nothing.
  }

  async close(): Promise<void> {
    this.forget();
  }

  async abandon(): Promise<void> {
    this.forget();
  }

  async #pieceAt(at: number): Promise<Piece> {
    const held = this.#piece;
    if (held !== null && at >= held.start && at < held.start + held.bytes.length) return held;
    const isNext = this.#ahead?.start === at;
    const piece = await (this.#ahead !== null && isNext ? this.#ahead.piece : this.#fetch(at));
    this.#piece = piece;
    this.#ahead = null;
    const end = at + piece.bytes.length;
    if (
      piece.bytes.length === pieceBytes &&
      (isNext || at === 0 || (held !== null && held.start + held.bytes.length === at))
    ) {
      const next = { start: end, piece: this.#fetch(end) };
      // The error is reported to whoever reads it.
      next.piece.catch(() => undefined);
      this.#ahead = next;
    }
    return piece;
  }

  async #fetch(start: number): Promise<Piece> {
    const { path } = this.spot;
    const bytes = await this.#tree.use(this.spot, async (files) => {
      const { content } = await files.read(path, { start, length: pieceBytes });
      return buffer(content);
    });
    return { start, bytes };
  }
}
