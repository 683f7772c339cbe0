import { type TokenPair, type VerificationMessage, scopes } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { failureLevel } from '../../../http/errors.ts';
import { hashToken } from '../sessions/tokens.ts';
import { lockLogin } from '../users/user-login.ts';
import { sessionBegin } from '../sessions/session-begin.ts';
import { findChallenge, consumeChallenge } from './challenge-queries.ts';

type LoginRefusal = Extract<VerificationMessage, { error: string }>['error'];

/** Somebody who has given the password and waits for the second step: a socket of the page, or an SFTP client. */
interface LoginWaiter {
  /** Whether it can receive the tokens: a closed one must not consume them, since it may come back. */
  isThere: () => boolean;
  take: (tokens: TokenPair) => void;
  refuse: (code: LoginRefusal) => void;
  /** There is no such login, somebody else has its tokens, or the fault is ours. */
  leave: (why: 'unknown' | 'given to another' | 'server error') => void;
}

interface Waiting {
  waiter: LoginWaiter;
  challengeHash: Buffer;
  expiry: NodeJS.Timeout | undefined;
  /** One look at a time: the one that takes the tokens also delivers them. */
  looking: Promise<void>;
}

/** Everyone waiting here for the second step of a login. */
export class LoginWaits {
  readonly #ctx: Context;
  /** By the hash of the challenge id, in hex. */
  readonly #byHash = new Map<string, Set<Waiting>>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** A login was decided. @param hash of its challenge id, in hex */
  decided(hash: string): void {
    for (const waiting of this.#byHash.get(hash) ?? []) this.#lookSoon(waiting);
  }

  /** Checks every login again: notifications meanwhile were lost. */
  lookAtAll(): void {
    for (const hash of this.#byHash.keys()) this.decided(hash);
  }

  /** @returns what ends the wait; to be called in any case */
  wait(challengeId: string, waiter: LoginWaiter): () => void {
    const challengeHash = hashToken(challengeId);
    const waiting: Waiting = { waiter, challengeHash, expiry: undefined, looking: Promise.resolve() };

    // Listen before looking: the decision may come in between.
    const hash = challengeHash.toString('hex');
    const others = this.#byHash.get(hash) ?? new Set();
    this.#byHash.set(hash, others.add(waiting));
    this.#lookSoon(waiting);
    return () => {
      clearTimeout(waiting.expiry);
      others.delete(waiting);
      if (others.size === 0) this.#byHash.delete(hash);
    };
  }

  #lookSoon(waiting: Waiting): void {
    waiting.looking = waiting.looking
      .then(() => this.#look(waiting))
      .catch((error: unknown) => {
        this.#ctx.log[failureLevel(error)]({ err: error }, 'failed to look at a login');
        waiting.waiter.leave('server error');
      });
  }

  async #look(waiting: Waiting): Promise<void> {
    const { waiter, challengeHash } = waiting;
    clearTimeout(waiting.expiry);
    if (!waiter.isThere()) return;
    const challenge = await findChallenge(this.#ctx.db, challengeHash);
    switch (challenge?.status) {
      case 'WAITING':
        if (!waiter.isThere()) return;
        // By the database's clock, so it may take another look.
        waiting.expiry = setTimeout(() => this.#lookSoon(waiting), Math.max(challenge.msLeft, 10));
        return;
      case 'APPROVED':
        return this.#deliver(waiting, challenge.userId);
      case 'REJECTED':
        return waiter.refuse('login_rejected');
      case 'CANCELLED':
        return waiter.refuse('login_cancelled');
      case 'EXPIRED':
        return waiter.refuse('login_expired');
      default:
        return waiter.leave('unknown');
    }
  }

  async #deliver({ waiter, challengeHash }: Waiting, userId: string): Promise<void> {
    if (!waiter.isThere()) return;
    try {
      const tokens = await loginDeliver(this.#ctx, userId, challengeHash);
      if (tokens) waiter.take(tokens);
      else waiter.leave('given to another');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      waiter.refuse(error.code === 'account_blocked' ? 'account_blocked' : 'login_cancelled');
    }
  }
}

/**
 * Exchanges an approved login for its tokens, once. If the process ends before they reach the socket, they are lost: nobody holds them, the
 * database has only a hash of one, and the unused session expires. The player logs in again.
 * @returns null when it is not approved, or another socket was quicker
 * @throws AppError account_blocked, login_cancelled; the login then stays as it was
 */
function loginDeliver(ctx: Context, userId: string, challengeHash: Buffer): Promise<TokenPair | null> {
  return ctx.db.transaction().execute(async (tx) => {
    // The account before its challenges, the usual lock order.
    await lockLogin(tx, userId);
    const challenge = await consumeChallenge(tx, challengeHash);
    if (!challenge) return null;
    const asked = scopes.filter((scope) => challenge.scopes.includes(scope));
    return sessionBegin(ctx, tx, { ...challenge, scopes: asked });
  });
}
