import type { Role, Scope } from '@realmkeep/contract';
import type { Context } from '../context.ts';

/** The caller. */
export interface Actor {
  userId: string;
  sessionId: string;
  scopes: readonly Scope[];
  role: Role;
  /** When the caller's token expires, in milliseconds since the epoch. */
  expiresAt: number;
}

/** @throws AppError unauthorized, token_expired, account_blocked */
export type Authenticate = (ctx: Context, token: string) => Promise<Actor>;
