import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { TokenPair } from '@realmkeep/contract';
import type { AuthContext, Connection, ServerChannel, Session } from 'ssh2';
import type { Context } from '../context.ts';
import { authLogout } from '../domains/identity/sessions/auth-sessions.ts';
import type { Actor } from '../http/actor.ts';
import { authenticate } from '../domains/identity/sessions/authenticate.ts';
import type { LoginWaits } from '../domains/identity/login/login-waits.ts';
import { plainAddress } from '../http/connections/address-list.ts';
import { AppError } from '../http/app-error.ts';
import type { LoginTurns, RequestPace } from './allowances.ts';
import { SftpSession } from './sftp-session.ts';
import type { SpoolRoom } from './file-writer.ts';
import { takesPackets } from './ssh2-guards.ts';
import { SshLogin } from './ssh-login.ts';
import { BadPacket, packetsOf } from './wire.ts';

const secondMs = 1_000;

const limits = {
  /** To send its version, which clients do at once, and to agree on keys. */
  versionMs: 5 * secondMs,
  keysMs: 10 * secondMs,
  /** To log in; with a second step, until the answer has expired and the player has pressed Enter. */
  loginMs: 60 * secondMs,
  secondStepMs: 300 * secondMs,
  /** Each costs the client a round trip; well-behaved clients stop after the third. */
  attempts: 10,
  /** Clients need one. */
  channels: 2,
  /** What a client that keeps to its window cannot exceed: two of ssh2's 2 MiB. */
  unreadBytes: 4 * 1024 * 1024,
  /** Bytes written but not taken by the client: answers wait at the first bound, and the second is for ssh2's own answers to a flood. */
  unsentBytes: 1024 * 1024,
  floodBytes: 8 * 1024 * 1024,
  /** Without a request; and in any case, as a session ends some day. */
  idleMs: 60 * 60 * secondMs,
  lifeMs: 24 * 60 * 60 * secondMs,
  /** All that a client sends until it is logged in: version, keys, and passwords or keys to try. */
  strangerBytes: 64 * 1024,
  /** How long a leaving connection must have no open file: uploads under a temporary name are renamed after closing. */
  pauseMs: secondMs / 2,
  /** For the last messages, to a client that may not read them. */
  lastWordsMs: 200,
};

interface SftpServices {
  ctx: Context;
  waits: LoginWaits;
  turns: LoginTurns;
  room: SpoolRoom;
  pace: RequestPace;
  /** Counts it among the account's connections, if there is room. */
  letIn: (userId: string) => boolean;
  /** Notes for how many milliseconds the process did nothing but take in what came. */
  charge: (ms: number) => void;
}

/** One connection, from the first byte to its end. */
export class SftpConnection {
  readonly ip: string;
  /** The logged-in account; null before. */
  actor: Actor | null = null;
  /** Resolves when it has ended completely. */
  readonly gone: Promise<void>;
  readonly #services: SftpServices;
  readonly #socket: Socket;
  readonly #over = new AbortController();
  readonly #channels = new Set<ServerChannel>();
  readonly #sessions = new Set<SftpSession>();
  readonly #work = new Set<Promise<void>>();
  #client: Connection | null = null;
  /** A client that does not wait for an answer may have logged in more than once. */
  readonly #tokens: TokenPair[] = [];
  #attempts = 0;
  #strangerBytes = 0;
  #wasCut = false;
  #isResting = false;
  #isEndedHere = false;
  #isLeaving = false;
  #pause: NodeJS.Timeout | undefined;
  #deadline: NodeJS.Timeout;

  /** @param ip the client's address, possibly from a proxy header */
  constructor(services: SftpServices, socket: Socket, ip: string) {
    this.#services = services;
    this.#socket = socket;
    this.ip = plainAddress(ip);
    this.#deadline = setTimeout(() => this.end(), limits.versionMs);
    const life = setTimeout(() => this.end(), limits.lifeMs).unref();
    // Before ssh2's own listener, which must not see data after the end.
    socket.prependListener('data', (chunk) => {
      this.#holdBounds(chunk.length);
      const begun = performance.now();
      // After ssh2's listener, before anything else is read.
      process.nextTick(() => services.charge(performance.now() - begun));
    });
    const gone = Promise.withResolvers<void>();
    this.gone = gone.promise;
    socket.once('close', () => {
      clearTimeout(this.#deadline);
      clearTimeout(life);
      clearTimeout(this.#pause);
      this.#over.abort();
      gone.resolve(this.#clearUp());
    });
  }

  /** Whether the client has sent its version. */
  get hasSpoken(): boolean {
    return this.#client !== null;
  }

  /** Whether it was ended for sending what no client sends. */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  /** Reads nothing more for a while. */
  rest(ms: number): void {
    if (this.#isResting) return;
    this.#isResting = true;
    this.#socket.pause();
    setTimeout(() => {
      this.#isResting = false;
      this.#socket.resume();
    }, ms);
  }

  /** Whether it has a file open. @param realmId null: of any realm */
  hasOpen(realmId: string | null): boolean {
    return [...this.#sessions].some((session) => session.hasOpen(realmId));
  }

  /** The client has sent its version: it speaks SSH. */
  serve(client: Connection, version: string): void {
    const { ctx } = this.#services;
    this.#client = client;
    this.#setDeadline(limits.keysMs);
    client.once('handshake', () => this.#setDeadline(limits.loginMs));
    const caller = { ip: this.ip, userAgent: version.replace(/[^ -~]/g, '').slice(0, 256) };
    const login = new SshLogin(this.#services, caller, this.#over.signal, () => this.#setDeadline(limits.secondStepMs));
    client.on('error', (error) => ctx.log.debug({ err: error, ip: this.ip }, 'a connection of SFTP broke'));
    client.on('rekey', () => {
      // No honest client has sent this much by then.
      if (this.actor === null) this.end();
    });
    client.on('authentication', (auth) => {
      this.#attempts += 1;
      if (this.#attempts > limits.attempts) return this.end();
      this.#do(this.#authenticate(login, auth));
    });
    client.on('session', (accept, reject) => {
      if (this.#channels.size >= limits.channels) return reject();
      this.#open(accept());
    });
  }

  /** Ends it when it has had no file open for a moment. */
  leave(): void {
    this.#isLeaving = true;
    this.#leaveSoon();
  }

  #leaveSoon(): void {
    clearTimeout(this.#pause);
    if (this.#isLeaving && !this.hasOpen(null)) this.#pause = setTimeout(() => this.end(), limits.pauseMs);
  }

  /** Ends it at once: no further request is answered, and what was half uploaded is gone. */
  end(): void {
    this.#isEndedHere = true;
    this.#over.abort();
    try {
      this.#client?.end();
    } finally {
      if (this.#client === null) this.#socket.destroy();
      else setTimeout(() => this.#socket.destroy(), limits.lastWordsMs);
    }
  }

  async #authenticate(login: SshLogin, auth: AuthContext): Promise<void> {
    const { ctx } = this.#services;
    let hasBegunAnew = false;
    auth.once('abort', () => (hasBegunAnew = true));
    const tokens = await login.attempt(auth);
    if (tokens === null) return;
    this.#tokens.push(tokens);
    const actor = await authenticate(ctx, tokens.token);
    if (hasBegunAnew || this.#over.signal.aborted) return;
    if (!this.#services.letIn(actor.userId)) {
      ctx.log.info({ ip: this.ip, userId: actor.userId }, 'an account has too many connections by SFTP');
      return this.end();
    }
    this.actor = actor;
    // The session may have ended since the check, and this connection missed the event.
    if (ctx.tokenMemory.hasEnded(actor.sessionId)) return this.end();
    this.#setDeadline(limits.idleMs);
    ctx.log.info({ ip: this.ip, userId: actor.userId }, 'logged in by SFTP');
    auth.accept();
  }

  #open(session: Session): void {
    this.#channels.add(session);
    session.once('close', () => this.#channels.delete(session));
    // No shell, command or anything else: ssh2 refuses requests without a listener.
    session.once('subsystem', (accept, reject, { name }) => {
      if (name !== 'sftp') return reject();
      const opened = accept();
      if (!takesPackets(opened)) return this.end();
      this.#channels.delete(session);
      this.#channels.add(opened);
      session.once('close', () => this.#channels.delete(opened));
      this.#do(this.#answerAll(opened));
    });
  }

  async #answerAll(channel: ServerChannel): Promise<void> {
    const { ctx, room, pace } = this.#services;
    const { actor } = this;
    if (actor === null) return this.end();
    const unattend = await ctx.directory.attend(actor.userId);
    const session = new SftpSession(ctx, actor.userId, room);
    this.#sessions.add(session);
    try {
      for await (const packet of packetsOf(channel as AsyncIterable<Buffer>)) {
        if (this.#over.signal.aborted) break;
        this.#deadline.refresh();
        const answer = await session.answer(packet);
        if (this.#over.signal.aborted) break;
        await this.#send(channel, answer);
        this.#leaveSoon();
        await pace.spend(actor.userId, Math.max(packet.length, answer.length), this.#over.signal);
      }
    } catch (error) {
      if (this.#over.signal.aborted) return;
      if (!(error instanceof BadPacket))
        ctx.log.error({ err: error, userId: actor.userId }, 'failed to serve a channel of SFTP');
      this.end();
    } finally {
      this.#sessions.delete(session);
      unattend();
      await session.end(!this.#isEndedHere);
      // OpenSSH's scp takes an end without it for a failure.
      if (!this.#over.signal.aborted) channel.exit(0);
      channel.end();
    }
  }

  /** Waits until a slow client has taken enough of what was sent. */
  async #send(channel: ServerChannel, answer: Buffer): Promise<void> {
    const { signal } = this.#over;
    if (!channel.write(answer)) await once(channel, 'drain', { signal });
    if (this.#socket.writableLength > limits.unsentBytes) await once(this.#socket, 'drain', { signal });
  }

  #holdBounds(bytes: number): void {
    if (this.actor === null) this.#strangerBytes += bytes;
    if (this.#strangerBytes > limits.strangerBytes) {
      this.#wasCut = true;
      this.#socket.destroy();
    }
    const isDeluged = [...this.#channels].some(({ readableLength }) => readableLength > limits.unreadBytes);
    if (isDeluged || this.#socket.writableLength > limits.floodBytes) this.#socket.destroy();
  }

  #setDeadline(ms: number): void {
    clearTimeout(this.#deadline);
    if (!this.#over.signal.aborted) this.#deadline = setTimeout(() => this.end(), ms);
  }

  #do(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => {
        const { ctx } = this.#services;
        if (error instanceof AppError) ctx.log.info({ ip: this.ip, code: error.code }, 'failed to log in by SFTP');
        else ctx.log.error({ err: error, ip: this.ip }, 'failed to serve a connection of SFTP');
        this.end();
      })
      .finally(() => this.#work.delete(done));
    this.#work.add(done);
  }

  async #clearUp(): Promise<void> {
    const { ctx } = this.#services;
    const caller = { ip: this.ip, userAgent: '' };
    await Promise.all(this.#work);
    // The session was this connection's alone.
    for (const body of this.#tokens) {
      await authLogout(ctx, { body, caller, params: {} }).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'failed to end the session of an SFTP connection'),
      );
    }
  }
}
