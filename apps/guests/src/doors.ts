import { chmod, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { shortPath, TokenBuckets } from '@realmkeep/sockets';
import type { Logger } from 'pino';
import type { Door } from './door-list.ts';
import { Place, Places } from './places.ts';
import { relay } from './relay.ts';
import { readStartup, refusal } from './startup.ts';

/** Concurrent connections of one realm: its role has five, and closing ones may still exist. */
const connections = 8;
/** New connections of one realm: for each the database's server starts a process. */
const perMinute = 600;
/** Over the port of those without walls, before they have said who they are. */
const unknown = 64;
const startupWithinMs = 5_000;
/** Of all realms, of the hundred that the guests' server has: the others are for measuring, copying, and changing databases. */
const places = 80;

/** In a realm's folder below doors/, named as libpq looks for it. */
const socketName = '.s.PGSQL.5432';

export interface DoorRules {
  connect(door: Door): Promise<Socket>;
  /** Why the door is closed now, as code and message; null: it is open. */
  closed(door: Door): { code: string; words: string } | null;
}

/**
 * A unix socket for each realm with a database, in a folder that only the realm can see. A connection through it gets that
 * realm's role, only its database, and counts towards its limit; until its startup packet it costs the database nothing.
 */
export class Doors {
  readonly #folder: string;
  readonly #rules: DoorRules;
  readonly #log: Logger;
  readonly #open = new Map<string, { server: Server; door: Door }>();
  readonly #sockets = new Map<string, Set<Socket>>();
  readonly #places = new Places(places);
  readonly #paces = new TokenBuckets(perMinute);
  #tcp: Server | null = null;
  #unknown = 0;

  constructor(folder: string, rules: DoorRules, log: Logger) {
    this.#folder = folder;
    this.#rules = rules;
    this.#log = log;
  }

  /** Opens and closes doors until there are just these. A realm whose folder is not there yet waits. */
  async become(doors: readonly Door[]): Promise<void> {
    const wanted = new Map(doors.map((door) => [door.name, door]));
    for (const [name, { server }] of this.#open) {
      if (wanted.has(name)) continue;
      server.close();
      this.#open.delete(name);
      this.end(name);
    }
    for (const door of doors) {
      const open = this.#open.get(door.name);
      if (open) open.door = door;
      // The others are opened, and watched, all the same.
      else
        await this.#openDoor(door).catch((error: unknown) =>
          this.#log.error({ err: error, door: door.name }, 'failed to open the door of a database'),
        );
    }
  }

  async listenTcp(port: number): Promise<void> {
    const server = createServer(
      { pauseOnConnect: false, allowHalfOpen: false },
      (socket) => void this.#serveUnknown(socket),
    );
    server.maxConnections = 512;
    server.listen({ host: '127.0.0.1', port });
    await once(server, 'listening');
    server.on('error', (error) => this.#log.error({ err: error }, 'failed to serve realms without walls'));
    this.#tcp = server;
  }

  /** Ends all connections through a realm's door. */
  end(name: string): void {
    for (const socket of this.#sockets.get(name) ?? []) socket.destroy();
  }

  async close(): Promise<void> {
    await this.become([]);
    this.#tcp?.close();
  }

  async #openDoor(door: Door): Promise<void> {
    const folder = join(this.#folder, door.realmId);
    if (!(await stat(folder).catch(() => null))) return;
    const server = createServer({ allowHalfOpen: false }, (socket) => void this.#serve(socket, door.name));
    server.maxConnections = connections;
    using path = shortPath(join(folder, socketName));
    await rm(path.path, { force: true });
    server.listen(path.path);
    await once(server, 'listening');
    server.on('error', (error) => this.#log.error({ err: error, door: door.name }, 'failed to serve a database'));
    await chmod(path.path, 0o666);
    this.#open.set(door.name, { server, door });
  }

  async #serveUnknown(socket: Socket): Promise<void> {
    if (this.#unknown >= unknown) return void socket.destroy();
    this.#unknown++;
    await this.#serve(socket, null, () => this.#unknown--);
  }

  /** @param name whose door it is; null: who it is only its first packet says */
  async #serve(socket: Socket, name: string | null, isKnown = () => {}): Promise<void> {
    socket.on('error', () => undefined);
    try {
      const { bytes, who } = await readStartup(socket, AbortSignal.timeout(startupWithinMs)).finally(isKnown);
      const open = this.#open.get(name ?? who?.user ?? '');
      if (!open) throw new Error('there is no such database');
      const { door } = open;
      if (who && (who.user !== door.name || who.database !== door.name)) {
        return void socket.end(refusal('28000', `only ${door.name} is let into its database ${door.name} here`));
      }
      const closed = this.#rules.closed(door);
      if (closed) return void socket.end(refusal(closed.code, closed.words));
      const mine = this.#sockets.get(door.name) ?? new Set();
      const isPaced = this.#paces.take(door.name);
      if (!isPaced || mine.size >= connections)
        return void socket.end(refusal('53300', 'too many connections of this realm'));
      this.#sockets.set(door.name, mine.add(socket));
      socket.once('close', () => mine.delete(socket));
      // On a named server its operator bounds connections; to ask that a statement be cancelled takes no place.
      const isShared = door.server === 'guests' && who !== null;
      const place = isShared ? await this.#places.take(door.name) : new Place(door.name);
      if (!place) return void socket.end(refusal('53300', 'the databases of all realms have no connection left'));
      await this.#passOn(socket, bytes, door, place);
    } catch (error) {
      this.#log.debug({ err: error, name }, 'a connection did not come through a door');
      if (!socket.destroyed) socket.end(refusal('08006', 'the database does not answer'));
      socket.once('finish', () => socket.destroy());
    }
  }

  async #passOn(socket: Socket, bytes: Buffer, door: Door, place: Place): Promise<void> {
    try {
      const upstream = await this.#rules.connect(door);
      upstream.once('close', () => this.#places.release(place));
      upstream.write(bytes);
      relay(socket, upstream, place);
    } catch (error) {
      this.#places.release(place);
      throw error;
    }
  }
}
