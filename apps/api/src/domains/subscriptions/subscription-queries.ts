import type { Tier } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import type { Subscriptions } from '../../db/schema.gen.ts';

export type SubscriptionRow = Selectable<Subscriptions>;

/** The one that has not ended. */
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
  await tx
    .updateTable('subscriptions')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** The next month, which begins where the last has ended, or now if that is more than a day ago. */
export async function renewSubscription(tx: Tx, id: string, worth: number): Promise<void> {
  const begin = sql`case when period_ends_at < now() - interval '1 day' then now() else period_ends_at end`;
  await tx
    .updateTable('subscriptions')
    .set({
      period_started_at: sql<Date>`${begin}`,
      period_ends_at: sql<Date>`${begin} + interval '1 month'`,
      periods: sql<number>`periods + 1`,
      worth,
      warned_at: null,
    })
    .where('id', '=', id)
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

/** One whose month has ended; it stays locked, and whoever asks at the same time gets another. */
export function lockDue(tx: Tx): Promise<SubscriptionRow | undefined> {
  return tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('period_ends_at', '<=', sql<Date>`now()`)
    .orderBy('period_ends_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** One that ends within three days, and of which nothing has been said yet. */
export function lockUnwarned(tx: Tx): Promise<SubscriptionRow | undefined> {
  return tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('warned_at', 'is', null)
    .where('period_ends_at', '<=', sql<Date>`now() + interval '3 days'`)
    .orderBy('period_ends_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function setWarned(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ warned_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
