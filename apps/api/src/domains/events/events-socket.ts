import { ClientMessage, type ServerMessage } from '@realmkeep/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Context } from '../../context.ts';
import { ConsoleWatches, type ConsoleReader } from '../console/console-watches.ts';
import type { Actor } from '../../http/actor.ts';
import { authenticate } from '../identity/sessions/authenticate.ts';
import { liveOf } from '../realms/live/realm-live.ts';
import { type DirectoryChange, membersOf } from '../realms/live/realm-directory.ts';
import { AppError } from '../../http/app-error.ts';
import type { SocketGate } from '../../http/connections/socket-gate.ts';

const authDeadlineMs = 5_000;
const maxUnsentBytes = 256 * 1024;
/** Sockets of one account in this process. */
const maxSocketsPerUser = 20;

interface Connection extends ConsoleReader {
  actor: Actor;
  expiry: NodeJS.Timeout;
  /** Whether its realms are attended: changes from then on are sent. */
  isReady: boolean;
}

/** /api/ws/events: one socket for everything that happens to an account's realms. Described by the contract's events.ts. */
export class EventsHub {
  readonly #ctx: Context;
  readonly #gate: SocketGate;
  readonly #byUser = new Map<string, Set<Connection>>();
  readonly #consoles: ConsoleWatches;

  constructor(ctx: Context, gate: SocketGate) {
    this.#ctx = ctx;
    this.#gate = gate;
    this.#consoles = new ConsoleWatches(ctx);
    ctx.directory.onChange((change) => this.#tell(change));
  }

  serve(server: FastifyInstance): void {
    server.get('/api/ws/events', { websocket: true }, (socket, request) => this.#greet(socket, request));
  }

  /** Closes every socket, so that clients reconnect and reload: events meanwhile were lost. */
  closeAll(): void {
    for (const connections of this.#byUser.values()) {
      for (const { socket } of connections) socket.close(1012, 'come again');
    }
  }

  /** Closes the sockets of an ended session. */
  endSession(sessionId: string): void {
    for (const connections of this.#byUser.values()) {
      for (const { socket, actor } of connections) if (actor.sessionId === sessionId) socket.close(4401, 'logged out');
    }
  }

  #greet(socket: WebSocket, request: FastifyRequest): void {
    if (!this.#gate.admit(socket, request)) return;
    const deadline = setTimeout(() => socket.close(4401, 'no token came'), authDeadlineMs);
    socket.once('close', () => clearTimeout(deadline));
    socket.once('message', (data: Buffer) => {
      clearTimeout(deadline);
      this.#enter(socket, data).catch((error: unknown) => {
        request.log.error({ err: error }, 'failed to open a socket');
        socket.close(1011, 'server error');
      });
    });
  }

  async #enter(socket: WebSocket, data: Buffer): Promise<void> {
    const message = ClientMessage.safeParse(parseJson(data));
    if (!message.success || message.data.type !== 'auth')
      return socket.close(4400, 'the first message must carry the token');
    const actor = await authenticate(this.#ctx, message.data.token).catch(nullIfRefused);
    if (!actor?.scopes.includes('REALM_DATA')) return socket.close(4401, 'no valid token');
    if (socket.readyState !== socket.OPEN) return;

    const connections = this.#byUser.get(actor.userId) ?? new Set();
    if (connections.size >= maxSocketsPerUser) return socket.close(4429, 'too many sockets');
    const expiry = setTimeout(() => socket.close(4401, 'the token has ended'), actor.expiresAt - Date.now());
    const { userId } = actor;
    const connection: Connection = { socket, userId, consoles: new Map(), actor, expiry, isReady: false };
    this.#byUser.set(actor.userId, connections.add(connection));
    socket.once('close', () => {
      clearTimeout(expiry);
      this.#consoles.leave(connection);
      connections.delete(connection);
      if (connections.size === 0) this.#byUser.delete(actor.userId);
    });
    socket.on('message', (more: Buffer) => this.#hear(connection, more));
    const unattend = await this.#ctx.directory.attend(userId);
    if (socket.readyState !== socket.OPEN) return unattend();
    socket.once('close', unattend);
    send(socket, { type: 'ready' });
    connection.isReady = true;
  }

  /** Messages after the token. */
  #hear(connection: Connection, data: Buffer): void {
    const { socket } = connection;
    if (socket.readyState !== socket.OPEN) return;
    const message = ClientMessage.safeParse(parseJson(data));
    if (!message.success || message.data.type === 'auth') return socket.close(4400, 'no message that is known');
    const { type, id } = message.data;
    if (type === 'consoleClose') return this.#consoles.close(connection, id);
    this.#consoles.open(connection, id).catch((error: unknown) => {
      this.#ctx.log.error({ err: error, realmId: id }, 'failed to open a console');
      socket.close(1011, 'server error');
    });
  }

  /** The account's coins, or one of its payments. */
  tellAccount(userId: string): void {
    this.#send([userId], { type: 'accountChanged' });
  }

  /** The realm's backups, or the progress of one. */
  tellBackups(realmId: string): void {
    this.#send(membersOf(this.#ctx.directory.row(realmId)), { type: 'realmBackupsChanged', id: realmId });
  }

  /** A change of the realm's kernel. */
  tellKernel(realmId: string): void {
    this.#send(membersOf(this.#ctx.directory.row(realmId)), { type: 'realmKernelChanged', id: realmId });
  }

  #tell({ id, of, row, before }: DirectoryChange): void {
    const { directory, histories } = this.#ctx;
    if (of === 'row') {
      this.#consoles.accessChanged(id, row);
      const message: ServerMessage = { type: 'realmChanged', id };
      this.#send(new Set([...membersOf(row), ...membersOf(before)]), message);
    }
    if (row && !row.deleted_at) {
      const realm = liveOf(row, directory.observed(id), this.#ctx.memory.place(id));
      this.#send(membersOf(row), { type: 'realmLive', realm, sample: histories.newest(id) });
    }
  }

  #send(userIds: Iterable<string>, message: ServerMessage): void {
    for (const userId of userIds) {
      for (const { socket, isReady } of this.#byUser.get(userId) ?? []) if (isReady) send(socket, message);
    }
  }
}

/** A fault of ours says nothing about the token. */
function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** A reader that does not keep up is dropped: it reconnects and fetches the current state. */
function send(socket: WebSocket, message: ServerMessage): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > maxUnsentBytes) return socket.close(1013, 'too slow');
  socket.send(JSON.stringify(message));
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return null;
  }
}
