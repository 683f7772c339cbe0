import type { Database } from '../database.ts';

/** Seconds after which the product is told again that did not take it, attempt by attempt; after the last never by itself. */
const pauses = [5, 15, 60, 300, 1800, 7200, 21_600];

export interface DeliveryRow {
  id: number;
  payment_id: string;
  event: string;
  method: 'POST' | 'GET';
  body: string;
  /** null: not by itself. */
  due_at: Date | null;
  attempts: number;
  answer: string | null;
  delivered_at: Date | null;
}

export interface NewDelivery {
  paymentId: string;
  event: string;
  method: 'POST' | 'GET';
  body: string;
  /** From now; null: not by itself. */
  inSeconds: number | null;
}

export function insertDelivery(db: Database, { paymentId, event, method, body, inSeconds }: NewDelivery): void {
  db.prepare('insert into deliveries (payment_id, event, method, body, due_at) values (?, ?, ?, ?, ?)').run(
    paymentId,
    event,
    method,
    body,
    inSeconds === null ? null : Date.now() + inSeconds * 1000,
  );
}

/** Takes those that are due; whoever ends in between lets them be due again in a minute. */
export function takeDueDeliveries(db: Database, limit: number): DeliveryRow[] {
  const now = Date.now();
  return db
    .prepare(
      `update deliveries set due_at = ? where id in (select id from deliveries where due_at <= ? order by due_at limit ?)
       returning *`,
    )
    .all(now + 60_000, now, limit)
    .map(parsed);
}

/** Milliseconds until the next is due, or null when none is. */
export function nextDueMs(db: Database): number | null {
  const due = db.prepare('select min(due_at) as at from deliveries').get()?.['at'];
  return typeof due === 'number' ? due - Date.now() : null;
}

/** One by hand, whatever its time. */
export function findDelivery(db: Database, id: number, paymentId: string): DeliveryRow | null {
  const row = db.prepare('select * from deliveries where id = ? and payment_id = ?').get(id, paymentId);
  return row ? parsed(row) : null;
}

export function listDeliveries(db: Database, paymentId: string): DeliveryRow[] {
  return db.prepare('select * from deliveries where payment_id = ? order by id limit 100').all(paymentId).map(parsed);
}

/** @param answer what the product said, in short */
export function setDelivered(db: Database, { id }: DeliveryRow, answer: string): void {
  db.prepare(
    'update deliveries set answer = ?, due_at = null, delivered_at = ?, attempts = attempts + 1 where id = ?',
  ).run(answer, Date.now(), id);
}

/** One that was due by itself is due again later. */
export function setRefused(db: Database, { id, attempts, due_at: dueAt }: DeliveryRow, answer: string): void {
  const pause = dueAt === null ? undefined : pauses[attempts];
  db.prepare('update deliveries set answer = ?, due_at = ?, attempts = attempts + 1 where id = ?').run(
    answer,
    pause === undefined ? null : Date.now() + pause * 1000,
    id,
  );
}

const date = (value: unknown) => (value === null ? null : new Date(Number(value)));

function parsed(row: Record<string, unknown>): DeliveryRow {
  return {
    ...(row as unknown as DeliveryRow),
    due_at: date(row['due_at']),
    delivered_at: date(row['delivered_at']),
  };
}
