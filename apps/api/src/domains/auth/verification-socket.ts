import { errorMessage, type VerificationMessage } from '@realmkeep/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { SocketGate } from '../../http/socket-gate.ts';
import { findChallenge } from './challenge-queries.ts';
import { loginDeliver } from './login-deliver.ts';
import { hashToken } from './tokens.ts';

/** A track id is 32 bytes in base64url: anything else is unknown. */
const Query = z.object({ track_id: z.string().length(43) });

type LoginRefusal = Extract<VerificationMessage, { error: string }>['error'];

interface Waiting {
  socket: WebSocket;
  trackHash: Buffer;
  expiry: NodeJS.Timeout | undefined;
  /** One look at a time: the one that takes the tokens also sends them. */
  looking: Promise<void>;
}

/** /api/ws/verification: where the page waits for the second step. The contract's auth.ts is its description. */
export class VerificationHub {
  readonly #ctx: Context;
  readonly #gate: SocketGate;
  /** By the hash of the track id, in hex. */
  readonly #byTrack = new Map<string, Set<Waiting>>();

  constructor(ctx: Context, gate: SocketGate) {
    this.#ctx = ctx;
    this.#gate = gate;
  }

  serve(server: FastifyInstance): void {
    server.get('/api/ws/verification', { websocket: true }, (socket, request) => this.#greet(socket, request));
  }

  /** A log-in was decided. @param track the hash of its track id, in hex */
  decided(track: string): void {
    for (const waiting of this.#byTrack.get(track) ?? []) this.#lookSoon(waiting);
  }

  /** Looks at every log-in anew: what was told meanwhile is lost. */
  lookAtAll(): void {
    for (const track of this.#byTrack.keys()) this.decided(track);
  }

  #greet(socket: WebSocket, request: FastifyRequest): void {
    if (!this.#gate.admit(socket, request)) return;
    const query = Query.safeParse(request.query);
    if (!query.success) return socket.close(4404, 'unknown');
    const trackHash = hashToken(query.data.track_id);
    const waiting: Waiting = { socket, trackHash, expiry: undefined, looking: Promise.resolve() };

    // Listens before it looks: the decision may come in between.
    const track = trackHash.toString('hex');
    const others = this.#byTrack.get(track) ?? new Set();
    this.#byTrack.set(track, others.add(waiting));
    socket.once('close', () => {
      clearTimeout(waiting.expiry);
      others.delete(waiting);
      if (others.size === 0) this.#byTrack.delete(track);
    });
    this.#lookSoon(waiting);
  }

  #lookSoon(waiting: Waiting): void {
    waiting.looking = waiting.looking
      .then(() => this.#look(waiting))
      .catch((err: unknown) => {
        this.#ctx.log.error({ err }, 'a log-in could not be looked at');
        waiting.socket.close(1011, 'server error');
      });
  }

  async #look(waiting: Waiting): Promise<void> {
    const { socket, trackHash } = waiting;
    clearTimeout(waiting.expiry);
    // A socket that has gone must not use the tokens up: it may come again.
    if (socket.readyState !== socket.OPEN) return;
    const challenge = await findChallenge(this.#ctx.db, trackHash);
    switch (challenge?.status) {
      case 'WAITING':
        // By the database's clock, so it may take another look.
        waiting.expiry = setTimeout(() => this.#lookSoon(waiting), Math.max(challenge.msLeft, 10));
        return;
      case 'APPROVED':
        return this.#deliver(waiting, challenge.userId);
      case 'REJECTED':
        return refuse(socket, 'login_rejected');
      case 'CANCELLED':
        return refuse(socket, 'login_cancelled');
      case 'EXPIRED':
        return refuse(socket, 'login_expired');
      default:
        return socket.close(4404, 'unknown');
    }
  }

  async #deliver({ socket, trackHash }: Waiting, userId: string): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    try {
      const tokens = await loginDeliver(this.#ctx, userId, trackHash);
      if (tokens) say(socket, tokens);
      else socket.close(4404, 'given to another');
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault;
      refuse(socket, fault.code === 'account_blocked' ? 'account_blocked' : 'login_cancelled');
    }
  }
}

function refuse(socket: WebSocket, error: LoginRefusal): void {
  say(socket, { error, message: errorMessage(error) });
}

function say(socket: WebSocket, message: VerificationMessage): void {
  socket.send(JSON.stringify(message));
  socket.close(1000);
}
