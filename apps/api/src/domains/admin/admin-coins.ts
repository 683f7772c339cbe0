import type { Role } from '@realmkeep/contract';
import { AppError } from '../../http/app-error.ts';
import type { Handler } from '../../http/register-routes.ts';
import type { Db } from '../../db/pool.ts';
import { findLogin, loadLogin } from '../identity/users/user-login.ts';
import { walletBalance } from '../coins/wallet/wallet-statement.ts';
import { walletGrant } from '../coins/wallet/wallet-grant.ts';
import { audit } from '../audit/audit.ts';
import { transactionOwner, walletReverse } from '../coins/wallet/wallet-reverse.ts';
import { subscriptionUnpaid } from '../subscriptions/subscription-give-back.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { setRole } from '../identity/users/user-standing.ts';

/** @throws AppError user_unknown, grant_expired, idempotency_conflict */
export const adminCoinsGrant: Handler<'adminCoinsGrant'> = async (ctx, { actor, body }) => {
  const { username, coins, reason, requestId } = body;
  const expiresAt = body.expires === null ? null : new Date(body.expires);
  const user = await findLogin(ctx, username);
  if (!user) throw new AppError('user_unknown');

  await ctx.db.transaction().execute(async (tx) => {
    const { fresh } = await walletGrant(tx, { id: requestId, userId: user.id, coins, expiresAt, reason });
    if (!fresh) return;
    // After the grant: a repeated request finds it already made, whatever the time is now.
    if (expiresAt && expiresAt <= new Date()) throw new AppError('grant_expired');
    const details = { coins, expires: body.expires };
    await audit(tx, { actor, action: 'coinsGrant', subject: { id: user.id, name: user.nickname }, reason, details });
  });
  const { coins: own, expiring } = await walletBalance(ctx.db, user.id);
  return { username: user.nickname, coins: own, fleeting_coins: expiring.reduce((sum, { amount }) => sum + amount, 0) };
};

/**
 * For the machine's console: takes back, once, a grant, bonus or subscription payment made in error.
 * @param transactionId as the statement names it
 * @returns the nickname of the player who had the coins
 * @throws Error when it cannot be taken back
 */
export async function adminCoinsReverse(db: Db, transactionId: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    // The account before its wallet and its subscription, in the order in which subscribing locks them.
    const owner = await transactionOwner(tx, transactionId);
    if (owner !== undefined) await lockTier(tx, owner);
    const { fresh, userId, key } = await walletReverse(tx, transactionId);
    const { nickname } = await loadLogin(tx, userId);
    if (fresh) {
      // What was given back is no credit when the player moves to a higher tier.
      await subscriptionUnpaid(tx, key);
      const details = { transaction: transactionId };
      await audit(tx, {
        actor: { userId: null },
        action: 'coinsReverse',
        subject: { id: userId, name: nickname },
        details,
      });
    }
    return nickname;
  });
}

/**
 * For the machine's console: makes an account an operator, or an ordinary account again.
 * @returns the nickname as it is written; null if there is no such account
 */
export async function adminGrant(db: Db, nickname: string, role: Role): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const user = await setRole(tx, nickname, role);
    if (!user) return null;
    const action = role === 'ADMIN' ? 'adminGrant' : 'adminRevoke';
    await audit(tx, { actor: { userId: null }, action, subject: { id: user.id, name: user.nickname } });
    return user.nickname;
  });
}
