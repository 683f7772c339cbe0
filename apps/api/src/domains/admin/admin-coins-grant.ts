import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { findLogin } from '../identity/users/user-login.ts';
import { walletBalance } from '../coins/wallet/wallet-balance.ts';
import { walletGrant } from '../coins/wallet/wallet-grant.ts';
import { audit } from '../audit/audit.ts';

/** @throws AppError user_unknown, grant_expired, idempotency_conflict */
export async function adminCoinsGrant(ctx: Context, { actor, body }: CallOf<'adminCoinsGrant'>) {
  const { username, coins, reason, requestId } = body;
  const expiresAt = body.expires === null ? null : new Date(body.expires);
  const user = await findLogin(ctx, username);
  if (!user) throw new AppError('user_unknown');

  await ctx.db.transaction().execute(async (tx) => {
    const { fresh } = await walletGrant(tx, { id: requestId, userId: user.id, coins, expiresAt, reason });
    if (!fresh) return;
    // Not before: a grant that is asked for again has been made, whatever the time is now.
    if (expiresAt && expiresAt <= new Date()) throw new AppError('grant_expired');
    const details = { coins, expires: body.expires };
    await audit(tx, { actor, action: 'coinsGrant', subject: { id: user.id, name: user.nickname }, reason, details });
  });
  const { coins: own, expiring } = await walletBalance(ctx.db, user.id);
  return { username: user.nickname, coins: own, fleeting_coins: expiring.reduce((sum, { amount }) => sum + amount, 0) };
}
