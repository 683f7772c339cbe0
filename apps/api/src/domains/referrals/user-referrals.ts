import type { Referrals } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/implement.ts';
import { countReferrals, findReferrals, sumAllEarnings, sumEarnings } from './referral-queries.ts';

/** Whom the player has brought, and what each has earned him. */
export async function userReferrals({ db }: Context, { actor, query }: CallOf<'userReferrals'>): Promise<Referrals> {
  const rows = await findReferrals(db, actor.userId, query);
  const ids = rows.map(({ id }) => id);
  const earnings = ids.length > 0 ? await sumEarnings(db, actor.userId, ids) : [];
  const earnedBy = new Map(earnings.map(({ id, coins }) => [id, coins]));
  return {
    items: rows.map((row) => ({
      id: row.id,
      referredUser: row.nickname,
      status: row.status === 'VERIFIED' ? 'VERIFIED' : 'NOT_VERIFIED',
      verified: row.status === 'VERIFIED',
      earned: earnedBy.get(row.id) ?? 0,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    })),
    ...query,
    total: await countReferrals(db, actor.userId),
    earned: await sumAllEarnings(db, actor.userId),
  };
}
