import type { RealmState } from '@realmkeep/realm-protocol';
import type { Writable } from 'node:stream';

const maxReaders = 16;
/** Bytes that may wait in a reader's socket before its events wait here. */
const maxSocketBytes = 64 * 1024;

interface Reader {
  stream: Writable;
  /** The newest state that has not been sent yet. */
  state: RealmState | null;
}

/**
 * Hands events to the readers of GET /events. What a slow reader costs is bounded: only the newest state waits for it.
 */
export class EventHub {
  readonly #readers = new Set<Reader>();

  /** Whether there is room for another reader. */
  get hasRoom(): boolean {
    return this.#readers.size < maxReaders;
  }

  add(stream: Writable, state: RealmState): void {
    const reader: Reader = { stream, state };
    this.#readers.add(reader);
    stream.on('drain', () => flush(reader));
    stream.once('close', () => this.#readers.delete(reader));
    stream.on('error', () => stream.destroy());
    flush(reader);
  }

  emitState(state: RealmState): void {
    for (const reader of this.#readers) {
      reader.state = state;
      flush(reader);
    }
  }

  /** Ends every reader's stream after what it has been sent. */
  close(): void {
    for (const reader of this.#readers) reader.stream.end();
  }
}

function flush(reader: Reader): void {
  const { stream, state } = reader;
  if (!state || stream.writableLength >= maxSocketBytes || stream.writableEnded || stream.destroyed) return;
  reader.state = null;
  stream.write(`${JSON.stringify({ type: 'state', state })}\n`);
}
