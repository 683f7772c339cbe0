import type { Tier } from '@realmkeep/contract';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { type Db, type Tx, now } from '../../db/pool.ts';
import type { Subscriptions } from '../../db/schema.gen.ts';

export type SubscriptionRow = Selectable<Subscriptions>;

/** The user's subscription that has not ended. */
export function findActive(db: Db | Tx, userId: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

export function findByRequest(db: Db | Tx, userId: string, requestId: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export interface NewSubscription {
  userId: string;
  productId: string;
  requestId: string;
  tier: Tier;
  /** Coins. */
  worth: number;
}

export function insertSubscription(tx: Tx, subscription: NewSubscription): Promise<SubscriptionRow> {
  return tx
    .insertInto('subscriptions')
    .values({
      user_id: subscription.userId,
      product_id: subscription.productId,
      request_id: subscription.requestId,
      tier: subscription.tier,
      worth: subscription.worth,
      period_ends_at: sql<Date>`now() + interval '1 month'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function endSubscription(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('subscriptions').set({ ended_at: now }).where('id', '=', id).execute();
}

export async function shortenSubscription(tx: Tx, id: string, month: { endsAt: Date; worth: number }): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ period_ends_at: month.endsAt, worth: month.worth, warned_at: null })
    .where('id', '=', id)
    .execute();
}

/**
 * The next month, which begins where the last one ended, or now if that is more than a day ago. It ends on the day of the month on
 * which the first one began, or on the month's last day: from 31 January to 28 February, then to 31 March. After a late renewal that day
 * would come too soon: then it is a whole month.
 */
export async function renewSubscription(tx: Tx, id: string, worth: number): Promise<void> {
  const anchored = sql`started_at + make_interval(months => periods + 1)`;
  const begin = sql`case when period_ends_at < now() - interval '1 day' then now() else period_ends_at end`;
  await tx
    .updateTable('subscriptions')
    .set({
      period_started_at: sql<Date>`${begin}`,
      period_ends_at: sql<Date>`case
        when ${anchored} between ${begin} + interval '1 month' and ${begin} + interval '1 month 3 days' then ${anchored}
        else ${begin} + interval '1 month' end`,
      periods: sql<number>`periods + 1`,
      worth,
      warned_at: null,
    })
    .where('id', '=', id)
    .execute();
}

/** The month of that number, if it is the present one, is worth nothing any more. */
export async function setWorthless(tx: Tx, id: string, periods: number): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ worth: 0 })
    .where('id', '=', id)
    .where('periods', '=', periods)
    .where('ended_at', 'is', null)
    .execute();
}

/** @returns the subscription after the change; nothing if there is none */
export function setCancelled(tx: Tx, userId: string, cancelled: boolean): Promise<SubscriptionRow | undefined> {
  return tx
    .updateTable('subscriptions')
    .set({ cancelled_at: cancelled ? sql<Date>`coalesce(cancelled_at, now())` : null, warned_at: null })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Those whose month has ended, the longest first. */
export function listDue(db: Db, limit: number): Promise<{ id: string; user_id: string }[]> {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'user_id'])
    .where('ended_at', 'is', null)
    .where('period_ends_at', '<=', now)
    .orderBy('period_ends_at')
    .limit(limit)
    .execute();
}

/** One of them, locked until the transaction ends; nothing if it has been dealt with meanwhile. */
export function lockDue(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  return tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('period_ends_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Those that end within three days, and of which nothing has been said yet, by their ends.
 * @param after the last of the part before
 */
export function listUnwarned(db: Db, limit: number, after?: SubscriptionRow): Promise<SubscriptionRow[]> {
  let found = db
    .selectFrom('subscriptions')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('warned_at', 'is', null)
    .where('period_ends_at', '<=', sql<Date>`now() + interval '3 days'`);
  if (after) {
    const end = sql<Date>`(select period_ends_at from subscriptions where id = ${after.id})`;
    found = found.where(sql<SqlBool>`(period_ends_at, id) > (${end}, ${after.id})`);
  }
  return found.orderBy('period_ends_at').orderBy('id').limit(limit).execute();
}

/** @returns whether there was no earlier warning, and it has not changed */
export async function setWarned(db: Db, { id, cancelled_at: cancelledAt }: SubscriptionRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ warned_at: now })
    .where('id', '=', id)
    .where('warned_at', 'is', null)
    .where('ended_at', 'is', null)
    .where(sql<SqlBool>`(cancelled_at is not null) = ${cancelledAt !== null}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
