import type { MoneyCurrency, OrderStatus } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import { type Db, type Tx, now } from '../../db/pool.ts';
import type { Orders } from '../../db/schema.gen.ts';

export type OrderRow = Selectable<Orders>;

export interface NewOrder {
  buyerId: string;
  recipientId: string;
  productId: string;
  coins: number;
  provider: 'card' | 'roubles';
  currency: MoneyCurrency;
  /** Minor units. */
  amount: number;
}

/** The order may be paid for an hour; a minute from now the provider is asked for the first time. */
export function insertOrder(db: Db, order: NewOrder): Promise<OrderRow> {
  return db
    .insertInto('orders')
    .values({
      buyer_id: order.buyerId,
      recipient_id: order.recipientId,
      product_id: order.productId,
      coins: order.coins,
      provider: order.provider,
      currency: order.currency,
      amount: order.amount,
      expires_at: sql<Date>`now() + interval '1 hour'`,
      check_at: sql<Date>`now() + interval '1 minute'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setSession(db: Db, id: string, sessionId: string): Promise<void> {
  await db.updateTable('orders').set({ session_id: sessionId }).where('id', '=', id).execute();
}

type Key = { id: string } | { session_id: string } | { payment_intent: string } | { invoice: number };

function selectOrder(db: Db | Tx, key: Key) {
  let found = db.selectFrom('orders').selectAll();
  for (const [column, value] of Object.entries(key) as ['id', string][]) found = found.where(column, '=', value);
  return found;
}

export function findOrder(db: Db | Tx, key: Key): Promise<OrderRow | undefined> {
  return selectOrder(db, key).executeTakeFirst();
}

/** Locks the order until the transaction ends. */
export function lockOrder(tx: Tx, id: string): Promise<OrderRow> {
  return selectOrder(tx, { id }).forUpdate().executeTakeFirstOrThrow();
}

export async function markPaid(tx: Tx, id: string, paymentIntent: string | null): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'PAID', paid_at: now, payment_intent: paymentIntent, check_at: null })
    .where('id', '=', id)
    .execute();
}

export async function setRecipient(tx: Tx, id: string, recipientId: string): Promise<void> {
  await tx.updateTable('orders').set({ recipient_id: recipientId }).where('id', '=', id).execute();
}

export async function closeOrder(db: Db, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ status: 'CLOSED', check_at: null })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute();
}

export async function setRefunded(tx: Tx, id: string, refunded: number): Promise<void> {
  await tx.updateTable('orders').set({ refunded }).where('id', '=', id).execute();
}

export async function setStatus(tx: Tx, id: string, status: OrderStatus): Promise<void> {
  await tx.updateTable('orders').set({ status }).where('id', '=', id).execute();
}

/**
 * Claims the orders that are due to be asked about, and postpones each: first by a minute, then by twice as long each
 * time, up to six hours. Concurrent callers get different orders.
 */
export async function takeDueOrders(db: Db, limit: number): Promise<OrderRow[]> {
  return db
    .updateTable('orders')
    .set({
      check_at: sql<Date>`now() + least(interval '1 minute' * power(2, least(checks, 10)), interval '6 hours')`,
      checks: sql<number>`checks + 1`,
    })
    .where('id', 'in', (from) =>
      from
        .selectFrom('orders')
        .select('id')
        .where('check_at', '<=', now)
        .orderBy('check_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}
