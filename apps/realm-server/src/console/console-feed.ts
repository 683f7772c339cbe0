import type { Writable } from 'node:stream';
import type { ConsoleRing } from '@realmkeep/realm-protocol';

const maxReaders = 16;
/** Bytes that may wait in a reader's socket before lines are skipped for it. */
const maxSocketBytes = 64 * 1024;
const maxCharacters = 32 * 1024;
const beatMs = 10_000;

/** Hands the lines of a ring to the readers of GET /console. A slow one loses what the ring no longer has; nothing is kept for it. */
export class ConsoleFeed {
  readonly #ring: ConsoleRing;
  /** By reader, the number of the last line sent to it. */
  readonly #readers = new Map<Writable, number>();
  #beat: NodeJS.Timeout | undefined;

  constructor(ring: ConsoleRing) {
    this.#ring = ring;
  }

  /** Whether there is room for another reader. */
  get hasRoom(): boolean {
    return this.#readers.size < maxReaders;
  }

  /** @param after the number of the last line that it knows; 0 for none */
  add(stream: Writable, after: number): void {
    this.#readers.set(stream, after);
    this.#beat ??= setInterval(() => this.#beatOnce(), beatMs);
    stream.on('drain', () => this.#tell(stream));
    stream.once('close', () => this.#remove(stream));
    stream.on('error', () => stream.destroy());
    if (this.#ring.end <= after) stream.write('[]\n');
    this.#tell(stream);
  }

  /** To be called when the ring has more. */
  flush(): void {
    for (const stream of this.#readers.keys()) this.#tell(stream);
  }

  /** Ends every reader's stream after what has been sent. */
  close(): void {
    for (const stream of this.#readers.keys()) stream.end();
  }

  #tell(stream: Writable): void {
    let last = this.#readers.get(stream) ?? Infinity;
    while (last < this.#ring.end && !stream.writableEnded && stream.writableLength < maxSocketBytes) {
      const lines = this.#ring.after(last, maxCharacters);
      stream.write(`${JSON.stringify(lines)}\n`);
      last = lines.at(-1)?.n ?? this.#ring.end;
      this.#readers.set(stream, last);
    }
  }

  /** Lets readers tell silence from a process that hangs. */
  #beatOnce(): void {
    for (const stream of this.#readers.keys())
      if (!stream.writableEnded && stream.writableLength === 0) stream.write('\n');
  }

  #remove(stream: Writable): void {
    this.#readers.delete(stream);
    if (this.#readers.size > 0) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
  }
}
