import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { findUserByName, updateLogin } from './user-queries.ts';

/** What a log-in checks of an account. */
export interface LoginUser {
  id: string;
  passwordHash: string;
  tokenVersion: number;
  blocked: boolean;
}

/** null when nobody has the name. */
export async function findLogin(ctx: Context, username: string): Promise<LoginUser | null> {
  const row = await findUserByName(ctx.db, username);
  if (!row) return null;
  return {
    id: row.id,
    passwordHash: row.password_hash,
    tokenVersion: row.token_version,
    blocked: row.blocked_at !== null,
  };
}

/** Notes when and from where the account was last logged in to. */
export function recordLogin(tx: Tx, userId: string, ip: string): Promise<void> {
  return updateLogin(tx, userId, ip);
}
