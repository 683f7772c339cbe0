import { createHash } from 'node:crypto';
import { whileItLasts } from '../durable-steps.ts';
import type { Lead } from '../job-worker.ts';

/** How often progress is reported. */
const tellMs = 1000;

/** A passing stream of bytes: counted, hashed, and reported from time to time. */
export class Measured {
  readonly #hash = createHash('sha256');
  bytes = 0;

  /** @param onProgress called at most every second, and waited for */
  async *of(
    pieces: AsyncIterable<Buffer>,
    onProgress: (bytes: number) => Promise<void>,
    lead: Pick<Lead, 'assertLasts'>,
  ): AsyncGenerator<Buffer> {
    let toldAt = Date.now();
    for await (const piece of whileItLasts(pieces, lead)) {
      this.bytes += piece.length;
      this.#hash.update(piece);
      if (Date.now() - toldAt >= tellMs) {
        toldAt = Date.now();
        await onProgress(this.bytes);
      }
      yield piece;
    }
  }

  /** Of all that has gone by, in hexadecimal. To be asked once. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}
