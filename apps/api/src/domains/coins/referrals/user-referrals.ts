import type { ReferralWait, WaitingCoins } from '@realmkeep/contract';
import type { Handler } from '../../../http/register-routes.ts';
import type { Context } from '../../../context.ts';
import { snowflakeDate } from '../../../integrations/chat/snowflake.ts';
import { linkPlatform } from '../../identity/chat/chat-account.ts';
import { sumGrantedThisMonth } from '../wallet/share-queries.ts';
import { bonusCoins } from '../wallet/wallet-grant.ts';
import { findWaiting, listReferrals, sumAllEarnings, sumEarnings, type WaitingRow } from './referral-queries.ts';
import { bonusWait } from './referral-policy.ts';

/** The players that a player has referred, and the coins earned from each. */
export const userReferrals: Handler<'userReferrals'> = async (ctx, { actor, query }) => {
  const { db } = ctx;
  const { minimumDays, monthlyShares } = ctx.config.referrals;
  const list = await listReferrals(db, actor.userId, query);
  const ids = list.items.map(({ id }) => id);
  const earnings = ids.length > 0 ? await sumEarnings(db, actor.userId, ids) : [];
  const earnedBy = new Map(earnings.map(({ id, coins }) => [id, coins]));
  const waiting = ids.length > 0 ? await findWaiting(db, linkPlatform(ctx), { ids }) : [];
  const waitingBy = new Map(waiting.map((row) => [row.id, row]));
  return {
    ...list,
    items: list.items.map((row) => {
      const waits = waitingBy.get(row.id);
      return {
        id: row.id,
        referredUser: row.nickname,
        status: row.status === 'VERIFIED' ? 'VERIFIED' : 'NOT_VERIFIED',
        verified: row.status === 'VERIFIED',
        earned: earnedBy.get(row.id) ?? 0,
        accrued: waits?.accrued ?? 0,
        waits: waits ? waitOf(waits, minimumDays) : null,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      };
    }),
    earned: await sumAllEarnings(db, actor.userId),
    month: { granted: await sumGrantedThisMonth(db, actor.userId), limit: monthlyShares },
    minimumDays,
  };
};

/** Coins still to come from a player's referrals, and what they are waiting for. */
export async function referralWaiting(ctx: Context, userId: string): Promise<WaitingCoins[]> {
  const rows = await findWaiting(ctx.db, linkPlatform(ctx), { userId });
  return rows.flatMap((row) => {
    const wait = waitOf(row, ctx.config.referrals.minimumDays);
    if (!wait) return [];
    const own = row.own === true;
    const subject = own ? row.referrer : row.referred;
    const share = { kind: 'REFERRAL_SHARE' as const, subject, own, coins: row.accrued, wait };
    const bonus = { kind: 'REFERRAL_BONUS' as const, subject, own, coins: bonusCoins, wait };
    return own || row.accrued === 0 ? [bonus] : [bonus, share];
  });
}

/** @returns null when it is waiting for nothing */
function waitOf({ chatId, addressVerified, spent }: WaitingRow, minimumDays: number): ReferralWait | null {
  const account = chatId === null ? null : { bornAt: snowflakeDate(chatId), addressVerified, spent };
  return bonusWait({ account, minimumDays, now: new Date() });
}
