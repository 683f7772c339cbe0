import type { Referrals } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { linkPlatform } from '../../identity/chat/chat-account.ts';
import { sumGrantedThisMonth } from '../wallet/share-queries.ts';
import { findWaiting, listReferrals, sumAllEarnings, sumEarnings } from './referral-queries.ts';
import { waitOf } from './referral-waiting.ts';

/** Whom the player has brought, and what each has earned him. */
export async function userReferrals(ctx: Context, { actor, query }: CallOf<'userReferrals'>): Promise<Referrals> {
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
}
