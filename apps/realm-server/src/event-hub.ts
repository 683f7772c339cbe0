import type { RealmEvent, RealmState } from '@realmkeep/runtime/control';
import type { Writable } from 'node:stream';

const MAX_READERS = 16;
const MAX_CONSOLE_LINES = 500;
/** Bytes that may wait in a reader's socket before its events wait here. */
const MAX_SOCKET_BYTES = 64 * 1024;

interface Reader {
  stream: Writable;
  /** The newest state that has not been sent yet. */
  state: RealmState | null;
  /** Console lines that have not been sent yet, oldest first. */
  lines: RealmEvent[];
}

/**
 * Hands events to the readers of GET /events. What a slow reader costs is bounded: of the states only the newest waits for
 * it, of the console lines the newest 500.
 */
export class EventHub {
  readonly #readers = new Set<Reader>();

  /** Whether one more reader may come. */
  get hasRoom(): boolean {
    return this.#readers.size < MAX_READERS;
  }

  add(stream: Writable, state: RealmState): void {
    const reader: Reader = { stream, state, lines: [] };
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

  emitConsole(at: number, line: string): void {
    for (const reader of this.#readers) {
      reader.lines.push({ type: 'console', at, line });
      if (reader.lines.length > MAX_CONSOLE_LINES) reader.lines.shift();
      flush(reader);
    }
  }

  /** Ends every reader's stream after what it has been sent. */
  close(): void {
    for (const reader of this.#readers) reader.stream.end();
  }
}

function flush(reader: Reader): void {
  const { stream, lines } = reader;
  if (reader.state && stream.writableLength < MAX_SOCKET_BYTES) {
    write(stream, { type: 'state', state: reader.state });
    reader.state = null;
  }
  let sent = 0;
  for (const line of lines) {
    if (stream.writableLength >= MAX_SOCKET_BYTES) break;
    write(stream, line);
    sent += 1;
  }
  lines.splice(0, sent);
}

function write(stream: Writable, event: RealmEvent): void {
  if (!stream.writableEnded && !stream.destroyed) stream.write(`${JSON.stringify(event)}\n`);
}
