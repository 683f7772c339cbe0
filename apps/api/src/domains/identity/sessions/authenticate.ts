import type { Role } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/pool.ts';
import type { Actor } from '../../../http/actor.ts';
import { AppError } from '../../../http/app-error.ts';
import { AskedTogether } from '../../../limits/asked-together.ts';
import { loadSessionStandings, type SessionStanding } from './auth-queries.ts';

/** What a token itself says. */
type Bearer = Omit<Actor, 'role'>;

interface Remembered {
  actor: Actor;
  tokenVersion: number;
  checkedAt: number;
}

/**
 * Remembers for one second that a token was valid, so that a busy client costs one query a second instead of one a call; and which sessions
 * have ended, so that a query in progress cannot make one valid again.
 */
export class TokenMemory {
  readonly #byToken = new Map<string, Remembered>();
  readonly #ended = new Set<string>();

  get(token: string): Remembered | undefined {
    const remembered = this.#byToken.get(token);
    return remembered && !this.#ended.has(remembered.actor.sessionId) ? remembered : undefined;
  }

  put(token: string, remembered: Remembered): void {
    this.#byToken.delete(token);
    this.#byToken.set(token, remembered);
    dropOldest(this.#byToken);
  }

  endSession(id: string): void {
    this.#ended.add(id);
    dropOldest(this.#ended);
  }

  hasEnded(sessionId: string): boolean {
    return this.#ended.has(sessionId);
  }
}

const maxRemembered = 10_000;
const goodForMs = 1_000;

function dropOldest(kept: Map<string, unknown> | Set<string>): void {
  const oldest = kept.keys().next();
  if (kept.size > maxRemembered && !oldest.done) kept.delete(oldest.value);
}

/** Whether sessions are good, by their ids. */
export type SessionStandings = AskedTogether<SessionStanding>;

export const createSessionStandings = (db: Db): SessionStandings =>
  new AskedTogether((ids) => loadSessionStandings(db, ids));

/**
 * @param token an access token
 * @throws AppError unauthorized, token_expired, account_blocked
 */
export async function authenticate(ctx: Context, token: string): Promise<Actor> {
  const now = Date.now();
  const remembered = ctx.tokenMemory.get(token);
  if (remembered && remembered.actor.expiresAt <= now) throw new AppError('token_expired');
  if (remembered && now - remembered.checkedAt < goodForMs) return remembered.actor;
  const { bearer, tokenVersion } = remembered
    ? { bearer: remembered.actor, tokenVersion: remembered.tokenVersion }
    : await readToken(ctx, token);
  const standing = await ctx.sessionStandings.get(bearer.sessionId);
  if (standing?.blocked) throw new AppError('account_blocked');
  const ended = standing?.ended !== false || ctx.tokenMemory.hasEnded(bearer.sessionId);
  if (ended || standing.token_version !== tokenVersion) throw new AppError('unauthorized');
  const actor = { ...bearer, role: standing.role as Role };
  ctx.tokenMemory.put(token, { actor, tokenVersion, checkedAt: now });
  return actor;
}

async function readToken(ctx: Context, token: string): Promise<{ bearer: Bearer; tokenVersion: number }> {
  const claims = await ctx.tokens.readAccess(token);
  if (claims === 'expired') throw new AppError('token_expired');
  if (!claims) throw new AppError('unauthorized');
  const { userId, sessionId, scopes, expiresAt, tokenVersion } = claims;
  return { bearer: { userId, sessionId, scopes, expiresAt: expiresAt * 1000 }, tokenVersion };
}
