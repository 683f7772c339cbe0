import { ClientMessage, type ServerMessage } from '@realmkeep/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Context } from '../context.ts';
import { type Actor, authenticate } from '../domains/auth/authenticate.ts';
import { liveOf } from '../domains/realms/realm-live.ts';
import type { DirectoryChange } from '../domains/realms/realm-directory.ts';
import type { RealmRow } from '../domains/realms/realm-queries.ts';

const authDeadlineMs = 5_000;
const maxUnsentBytes = 256 * 1024;
const maxSocketsPerUser = 20;
const maxUnknownSockets = 1_000;

interface Connection {
  socket: WebSocket;
  actor: Actor;
  expiry: NodeJS.Timeout;
}

/** /api/ws/events: one socket for all that happens to an account's realms. The contract's events.ts is its description. */
export class EventsHub {
  readonly #ctx: Context;
  readonly #byUser = new Map<string, Set<Connection>>();
  #unknown = 0;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    ctx.directory.onChange((change) => this.#tell(change));
  }

  serve(server: FastifyInstance): void {
    server.get('/api/ws/events', { websocket: true }, (socket, request) => this.#greet(socket, request));
  }

  /** Closes the sockets of a session that has ended. */
  endSession(sessionId: string): void {
    for (const connections of this.#byUser.values()) {
      for (const { socket, actor } of connections) if (actor.sessionId === sessionId) socket.close(4401, 'logged out');
    }
  }

  #greet(socket: WebSocket, request: FastifyRequest): void {
    socket.on('error', () => socket.terminate());
    if (!this.#originAllowed(request)) return socket.close(4403, 'not from this page');
    if (this.#unknown >= maxUnknownSockets) return socket.close(4429, 'too many sockets');
    this.#unknown += 1;
    const deadline = setTimeout(() => socket.close(4401, 'no token came'), authDeadlineMs);
    let known = false;
    const becomeKnown = () => {
      if (known) return;
      known = true;
      this.#unknown -= 1;
      clearTimeout(deadline);
    };
    socket.once('close', becomeKnown);
    socket.once('message', (data: Buffer) => {
      becomeKnown();
      this.#enter(socket, data).catch((err: unknown) => {
        request.log.error({ err }, 'a socket could not be opened');
        socket.close(1011, 'server error');
      });
    });
  }

  /** A page of another origin must not use a visitor's browser; programs that are no browsers send no Origin. */
  #originAllowed(request: FastifyRequest): boolean {
    const { origin } = request.headers;
    const { publicUrl, port } = this.#ctx.config;
    return origin === undefined || [publicUrl, `http://127.0.0.1:${port}`, `http://localhost:${port}`].includes(origin);
  }

  async #enter(socket: WebSocket, data: Buffer): Promise<void> {
    const message = ClientMessage.safeParse(parseJson(data));
    if (!message.success) return socket.close(4400, 'the first message must carry the token');
    const actor = await authenticate(this.#ctx, message.data.token).catch(() => null);
    if (!actor?.scopes.includes('REALM_DATA')) return socket.close(4401, 'no valid token');
    if (socket.readyState !== socket.OPEN) return;

    const connections = this.#byUser.get(actor.userId) ?? new Set();
    if (connections.size >= maxSocketsPerUser) return socket.close(4429, 'too many sockets');
    const expiry = setTimeout(() => socket.close(4401, 'the token has ended'), actor.expiresAt - Date.now());
    const connection = { socket, actor, expiry };
    this.#byUser.set(actor.userId, connections.add(connection));
    socket.once('close', () => {
      clearTimeout(expiry);
      connections.delete(connection);
      if (connections.size === 0) this.#byUser.delete(actor.userId);
    });
    send(socket, { type: 'ready' });
  }

  #tell({ id, of, before }: DirectoryChange): void {
    const { directory } = this.#ctx;
    const row = directory.row(id);
    if (of === 'row') {
      const message: ServerMessage = { type: 'realmChanged', id };
      this.#send(new Set([...membersOf(row), ...membersOf(before)]), message);
    }
    if (row && !row.deleted_at) {
      this.#send(membersOf(row), { type: 'realmLive', realm: liveOf(row, directory.facts(id)) });
    }
  }

  #send(userIds: Iterable<string>, message: ServerMessage): void {
    for (const userId of userIds) {
      for (const { socket } of this.#byUser.get(userId) ?? []) send(socket, message);
    }
  }
}

function membersOf(row: RealmRow | null): string[] {
  return row ? [row.owner_id].concat(row.partnerIds) : [];
}

/** A reader that does not keep up is let go: it connects again and fetches what is. */
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
