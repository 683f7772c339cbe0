import type { ServerMessage } from '@realmkeep/contract';
import { ConsoleRing } from '@realmkeep/realm-protocol';
import type { WebSocket } from 'ws';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { maySee } from '../realms/realm-policy.ts';
import type { RealmRow } from '../realms/realm-queries.ts';

const maxConsoles = 4;
/** Per message: what may wait in a slow socket. */
const maxCharacters = 32 * 1024;

/** One socket of an account. */
export interface ConsoleReader {
  readonly socket: WebSocket;
  readonly userId: string;
  /** By realm, how far it has been sent. */
  readonly consoles: Map<string, Reading>;
}

interface Reading {
  /** Whether the account's access has been checked. */
  permitted: boolean;
  opened: boolean;
  /** The number of the last line sent. */
  last: number;
  /** Whether lines are on their way that the socket has not taken yet; the next are sent when it has. */
  sending: boolean;
}

interface Watch {
  readonly ring: ConsoleRing;
  readonly readers: Set<ConsoleReader>;
  readonly ending: AbortController;
  following: boolean;
  /** Whether the driver has sent the earlier output. */
  loaded: boolean;
  /** The last message built, shared by all readers at the same position. */
  made: { after: number; end: number; text: string; last: number } | null;
}

/**
 * The consoles that are being watched. Each is read from its driver once, however many watch, and only while somebody does. One ring is
 * kept for each realm; a reader has a position in it, so a slow one costs no more than what is on its way to it.
 */
export class ConsoleWatches {
  readonly #ctx: Context;
  readonly #watches = new Map<string, Watch>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Sends the reader the console from now on, or that it has no access. */
  async open(reader: ConsoleReader, id: string): Promise<void> {
    if (reader.consoles.has(id)) return;
    if (reader.consoles.size >= maxConsoles) return send(reader.socket, { type: 'consoleClosed', id });
    const watch = this.#watches.get(id) ?? newWatch();
    this.#watches.set(id, watch);
    const reading: Reading = { permitted: false, opened: false, last: 0, sending: false };
    // Before the access check, so that a close meanwhile is not missed.
    reader.consoles.set(id, reading);
    watch.readers.add(reader);
    try {
      await visibleRealm(this.#ctx, reader.userId, id);
    } catch (error) {
      this.#end(reader, id);
      if (error instanceof AppError) return;
      throw error;
    }
    if (reader.consoles.get(id) !== reading) return;
    reading.permitted = true;
    if (!watch.following) void this.#follow(id, watch);
    this.#tell(id, watch, reader, reading);
  }

  close(reader: ConsoleReader, id: string): void {
    reader.consoles.delete(id);
    const watch = this.#watches.get(id);
    watch?.readers.delete(reader);
    if (!watch || watch.readers.size > 0) return;
    watch.ending.abort();
    this.#watches.delete(id);
  }

  /** The socket has closed. */
  leave(reader: ConsoleReader): void {
    for (const id of reader.consoles.keys()) this.close(reader, id);
  }

  /** Ends it for readers who no longer have the realm. */
  accessChanged(id: string, row: RealmRow | null): void {
    for (const reader of this.#watches.get(id)?.readers ?? []) {
      if (!row || row.deleted_at || !maySee(reader.userId, row)) this.#end(reader, id);
    }
  }

  #end(reader: ConsoleReader, id: string): void {
    this.close(reader, id);
    send(reader.socket, { type: 'consoleClosed', id });
  }

  async #follow(id: string, watch: Watch): Promise<void> {
    watch.following = true;
    try {
      for await (const lines of this.#ctx.runtime.console(id, watch.ending.signal)) {
        for (const line of lines) watch.ring.push(line);
        watch.loaded = true;
        for (const reader of watch.readers) {
          const reading = reader.consoles.get(id);
          if (reading) this.#tell(id, watch, reader, reading);
        }
      }
    } catch (error) {
      this.#ctx.log.error({ err: error, realmId: id }, 'failed to read a console');
      for (const reader of watch.readers) this.#end(reader, id);
    }
  }

  #tell(id: string, watch: Watch, reader: ConsoleReader, reading: Reading): void {
    const { socket } = reader;
    if (!reading.permitted || !watch.loaded || reading.sending || socket.readyState !== socket.OPEN) return;
    if (!reading.opened) send(socket, { type: 'consoleOpened', id });
    reading.opened = true;
    if (reading.last >= watch.ring.end || reader.consoles.get(id) !== reading) return;
    const { text, last } = messageAfter(id, watch, reading.last);
    reading.last = last;
    reading.sending = true;
    socket.send(text, () => {
      reading.sending = false;
      this.#tell(id, watch, reader, reading);
    });
  }
}

function newWatch(): Watch {
  return {
    ring: new ConsoleRing(),
    readers: new Set(),
    ending: new AbortController(),
    following: false,
    loaded: false,
    made: null,
  };
}

function messageAfter(id: string, watch: Watch, after: number): { text: string; last: number } {
  const { ring, made } = watch;
  if (made?.after === after && made.end === ring.end) return made;
  const lines = ring.after(after, maxCharacters);
  const message: ServerMessage = { type: 'consoleLines', id, lines };
  watch.made = { after, end: ring.end, text: JSON.stringify(message), last: lines.at(-1)?.n ?? ring.end };
  return watch.made;
}

function send(socket: WebSocket, message: ServerMessage): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}
