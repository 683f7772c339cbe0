import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { shortPath, TokenBuckets } from '@realmkeep/sockets';
import type { RealmRuntime } from '../runtime.ts';
import { doorSocket } from './remote-calls.ts';
import type { DoorLine } from './remote-messages.ts';

/** Of one realm at once, as at the door that they are led to. */
export const connectionsOfRealm = 8;
/** New ones of one realm: of each every api is told. */
const perMinute = 600;
/** Longer than an api takes to restart. */
const waitMs = 20_000;

interface Door {
  server: Server;
  /** The latest for which it is open, by its fencing token. */
  run: number;
}

interface Waiting {
  realmId: string;
  socket: Socket;
}

interface Watcher {
  /** Connections, each with its realm. */
  untold: Map<string, string>;
  wake: () => void;
}

/**
 * The doors to databases of realms on a host: a unix socket for each, in a folder that only the realm can see. A connection waits until
 * an api fetches it and leads it to the realm's door on its own machine: the host has no access to a database, and connects to nothing.
 */
export class DatabaseDoors {
  readonly #folder: string;
  readonly #doors = new Map<string, Door>();
  readonly #waiting = new Map<string, Waiting>();
  /** Each with the waiting connections not yet sent to it: never more than are waiting, however slowly it reads. */
  readonly #watchers = new Set<Watcher>();
  readonly #paces = new TokenBuckets(perMinute);

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens those of what runs, and closes those of what has ended, until the signal aborts. @param onFault called with why one cannot be opened */
  async follow(runtime: RealmRuntime, signal: AbortSignal, onFault: (error: unknown) => void): Promise<void> {
    for await (const { realmId, fencingToken, phase } of runtime.watch(signal)) {
      if (phase === 'EXITED') this.#close(realmId, fencingToken);
      // Only of a realm with programs of its owner's there is a folder.
      else if (existsSync(join(this.#folder, realmId))) await this.open(realmId, fencingToken).catch(onFault);
    }
  }

  /** To be called before the run begins, so that its programs find it. */
  async open(realmId: string, run: number): Promise<void> {
    const known = this.#doors.get(realmId);
    if (known) return void (known.run = Math.max(known.run, run));
    const server = createServer({ allowHalfOpen: false, pauseOnConnect: true }, (socket) =>
      this.#wait(realmId, socket),
    );
    server.maxConnections = connectionsOfRealm;
    this.#doors.set(realmId, { server, run });
    try {
      await this.#listen(server, join(this.#folder, realmId));
    } catch (error) {
      // To be tried again at the next start.
      this.#close(realmId, Infinity);
      throw error;
    }
  }

  async #listen(server: Server, folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    using path = shortPath(join(folder, doorSocket));
    await rm(path.path, { force: true });
    server.listen(path.path);
    await once(server, 'listening');
    await chmod(path.path, 0o666);
  }

  /** Removes a deleted realm's door. */
  async remove(realmId: string): Promise<void> {
    this.#close(realmId, Infinity);
    await rm(join(this.#folder, realmId), { recursive: true, force: true });
  }

  /** The waiting connections, and new ones until the signal aborts. */
  async *watch(signal: AbortSignal): AsyncGenerator<DoorLine> {
    let more = Promise.withResolvers<void>();
    const untold = new Map([...this.#waiting].map(([connection, { realmId }]) => [connection, realmId]));
    const watcher: Watcher = { untold, wake: () => more.resolve() };
    this.#watchers.add(watcher);
    signal.addEventListener('abort', watcher.wake, { once: true });
    try {
      while (!signal.aborted) {
        for (const [connection, realmId] of untold) {
          untold.delete(connection);
          yield { realmId, connection };
        }
        if (untold.size === 0 && !signal.aborted) await more.promise;
        more = Promise.withResolvers();
      }
    } finally {
      this.#watchers.delete(watcher);
      signal.removeEventListener('abort', watcher.wake);
    }
  }

  /** Hands the connection to one api only. @returns null if it is not, or no longer, waiting */
  take(realmId: string, connection: string): Socket | null {
    const found = this.#waiting.get(connection);
    if (found?.realmId !== realmId) return null;
    this.#forget(connection);
    return found.socket;
  }

  #wait(realmId: string, socket: Socket): void {
    if (!this.#paces.take(realmId)) return void socket.destroy();
    const connection = randomUUID();
    this.#waiting.set(connection, { realmId, socket });
    const late = setTimeout(() => {
      if (this.#waiting.has(connection)) socket.destroy();
    }, waitMs);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(late);
      this.#forget(connection);
    });
    for (const { untold, wake } of this.#watchers) {
      untold.set(connection, realmId);
      wake();
    }
  }

  #forget(connection: string): void {
    this.#waiting.delete(connection);
    for (const { untold } of this.#watchers) untold.delete(connection);
  }

  #close(realmId: string, run: number): void {
    const door = this.#doors.get(realmId);
    if (!door || door.run > run) return;
    door.server.close();
    this.#doors.delete(realmId);
  }
}
