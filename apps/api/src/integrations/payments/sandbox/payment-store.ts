import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { PaymentSandboxPayments } from '../../../db/schema.gen.ts';

export type PaymentRow = Selectable<PaymentSandboxPayments>;

/** Payments that are kept: the oldest beyond them go. */
const maxPayments = 5_000;

export interface NewPayment {
  id: string;
  provider: 'stripe' | 'robokassa';
  invoice: number | null;
  currency: string;
  /** Minor units. */
  amount: number;
  description: string;
  request: object;
  expiresAt: Date;
}

/** @returns null when there is one with this id already */
export async function insertPayment(db: Db | Tx, payment: NewPayment): Promise<PaymentRow | null> {
  const { expiresAt, request, ...columns } = payment;
  const row = await db
    .insertInto('payment_sandbox.payments')
    .values({ ...columns, request: JSON.stringify(request), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

type Key = { id: string } | { payment_intent: string } | { invoice: number };

function selectPayment(db: Db | Tx, key: Key) {
  let found = db.selectFrom('payment_sandbox.payments').selectAll();
  for (const [column, value] of Object.entries(key) as ['id', string][]) found = found.where(column, '=', value);
  return found;
}

export function findPayment(db: Db | Tx, key: Key): Promise<PaymentRow | undefined> {
  return selectPayment(db, key).executeTakeFirst();
}

/** Locks it until the transaction ends. */
export function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  return selectPayment(tx, { id }).forUpdate().executeTakeFirst();
}

export type PaymentChange = Partial<
  Pick<PaymentRow, 'status' | 'payment_intent' | 'charge' | 'refunded' | 'dispute' | 'dispute_state' | 'disputed'>
>;

export function updatePayment(tx: Tx, id: string, set: PaymentChange): Promise<PaymentRow> {
  return tx
    .updateTable('payment_sandbox.payments')
    .set(set)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Those that nobody has paid in their time. */
export async function listOverdue(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_sandbox.payments')
    .select('id')
    .where('status', '=', 'OPEN')
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The latest first. */
export function listPayments(db: Db, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payment_sandbox.payments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteOldPayments(db: Db): Promise<void> {
  await db
    .deleteFrom('payment_sandbox.payments')
    .where((where) =>
      where.or([
        where('created_at', '<', sql<Date>`now() - interval '30 days'`),
        where(
          'created_at',
          '<',
          where
            .selectFrom('payment_sandbox.payments')
            .select('created_at')
            .orderBy('created_at', 'desc')
            .offset(maxPayments - 1)
            .limit(1),
        ),
      ]),
    )
    .execute();
}
