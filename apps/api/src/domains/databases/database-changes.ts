import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { seal } from '../identity/chat/sealed.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { sealOwner } from './database-build.ts';

/** Looks at the password and changes, each of which is written down for ever. */
const maxChanges = 20;
const windowSeconds = 10 * 60;

/** Takes one of the account's allowance. @throws AppError rate_limited */
export async function consumeDatabaseChangeLimit(ctx: Context, userId: string): Promise<void> {
  await consumeRateLimit(ctx.db, { key: `database:${userId}`, max: maxChanges, seconds: windowSeconds });
}

/** A new password of 192 bits, as it is and as it is kept. */
export function newPassword(ctx: Context, realmId: string): { password: string; sealed: Buffer } {
  const password = randomBytes(24).toString('base64url');
  return { password, sealed: seal(ctx.config.secrets.tokenKey, sealOwner(realmId), password) };
}
