import type { Role, Scope } from '@realmkeep/contract';
import type { Context } from '../context.ts';

/** Who calls. */
export interface Actor {
  userId: string;
  sessionId: string;
  scopes: readonly Scope[];
  role: Role;
  /** When the token that was shown ends, in milliseconds since the epoch. */
  expiresAt: number;
}

/** @throws AppError unauthorized, token_expired, account_blocked */
export type Authenticate = (ctx: Context, token: string) => Promise<Actor>;
