import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { PaymentSandboxDeliveries } from '../../../db/schema.gen.ts';

export type DeliveryRow = Selectable<PaymentSandboxDeliveries>;

/** Seconds after which the product is told again that did not take it, attempt by attempt; after the last never by itself. */
const pauses = [5, 15, 60, 300, 1800, 7200, 21_600];

export interface NewDelivery {
  paymentId: string;
  event: string;
  method: 'POST' | 'GET';
  body: string;
  /** From now; null: not by itself. */
  inSeconds: number | null;
}

export async function insertDelivery(tx: Tx, delivery: NewDelivery): Promise<void> {
  const { paymentId, event, method, body, inSeconds } = delivery;
  await tx
    .insertInto('payment_sandbox.deliveries')
    .values({
      payment_id: paymentId,
      event,
      method,
      body,
      due_at: inSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${inSeconds})`,
    })
    .execute();
}

/** Takes those that are due; whoever ends in between lets them be due again in a minute. */
export function takeDueDeliveries(db: Db, limit: number): Promise<DeliveryRow[]> {
  return db
    .updateTable('payment_sandbox.deliveries')
    .set({ due_at: sql<Date>`now() + interval '1 minute'` })
    .where('id', 'in', (from) =>
      from
        .selectFrom('payment_sandbox.deliveries')
        .select('id')
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** Milliseconds until the next is due, or null when none is. */
export async function nextDueMs(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('payment_sandbox.deliveries')
    .select(sql<number | null>`(extract(epoch from min(due_at) - now()) * 1000)::float8`.as('ms'))
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return row?.ms ?? null;
}

/** Takes one by hand, whatever its time. */
export function findDelivery(db: Db, id: string, paymentId: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('payment_sandbox.deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

export function listDeliveries(db: Db, paymentId: string): Promise<DeliveryRow[]> {
  return db
    .selectFrom('payment_sandbox.deliveries')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .limit(100)
    .execute();
}

/** @param answer what the product said, in short */
export async function setDelivered(db: Db, { id }: DeliveryRow, answer: string): Promise<void> {
  await db
    .updateTable('payment_sandbox.deliveries')
    .set({ answer, due_at: null, delivered_at: sql<Date>`now()`, attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .execute();
}

/** One that was due by itself is due again later. */
export async function setRefused(db: Db, { id, attempts, due_at: dueAt }: DeliveryRow, answer: string): Promise<void> {
  const pause = dueAt === null ? undefined : pauses[attempts];
  await db
    .updateTable('payment_sandbox.deliveries')
    .set({
      answer,
      due_at: pause === undefined ? null : sql<Date>`now() + make_interval(secs => ${pause})`,
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', id)
    .execute();
}
