import type { Database } from '../database.ts';

/** Payments that are kept: the oldest beyond them go. */
const maxPayments = 5_000;
const keptMs = 30 * 24 * 3_600_000;

export interface PaymentRow {
  id: string;
  provider: 'stripe' | 'robokassa';
  invoice: number | null;
  currency: string;
  /** Minor units. */
  amount: number;
  description: string;
  request: unknown;
  status: 'OPEN' | 'PENDING' | 'PAID' | 'FAILED' | 'CLOSED';
  payment_intent: string | null;
  charge: string | null;
  refunded: number;
  dispute: string | null;
  dispute_state: 'OPEN' | 'WITHDRAWN' | 'WON' | 'LOST' | null;
  disputed: number | null;
  created_at: Date;
  expires_at: Date;
}

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
export function insertPayment(db: Database, payment: NewPayment): PaymentRow | null {
  const { id, provider, invoice, currency, amount, description, request, expiresAt } = payment;
  const row = db
    .prepare(
      `insert into payments (id, provider, invoice, currency, amount, description, request, expires_at, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning *`,
    )
    .get(
      id,
      provider,
      invoice,
      currency,
      amount,
      description,
      JSON.stringify(request),
      expiresAt.getTime(),
      Date.now(),
    );
  return parsed(row);
}

type Key = { id: string } | { payment_intent: string } | { invoice: number };

export function findPayment(db: Database, key: Key): PaymentRow | null {
  const [column, value] =
    'id' in key ? ['id', key.id] : 'invoice' in key ? ['invoice', key.invoice] : ['payment_intent', key.payment_intent];
  return parsed(db.prepare(`select * from payments where ${column} = ?`).get(value as string));
}

export type PaymentChange = Partial<
  Pick<PaymentRow, 'status' | 'payment_intent' | 'charge' | 'refunded' | 'dispute' | 'dispute_state' | 'disputed'>
>;

export function updatePayment(db: Database, payment: PaymentRow, set: PaymentChange): PaymentRow {
  const now = { ...payment, ...set };
  db.prepare(
    `update payments set status = ?, payment_intent = ?, charge = ?, refunded = ?, dispute = ?, dispute_state = ?, disputed = ?
     where id = ?`,
  ).run(
    now.status,
    now.payment_intent,
    now.charge,
    now.refunded,
    now.dispute,
    now.dispute_state,
    now.disputed,
    payment.id,
  );
  return now;
}

/** Of those that nobody has paid in their time, the first. */
export function listOverdue(db: Database): string[] {
  return db
    .prepare("select id from payments where status = 'OPEN' and expires_at <= ? order by expires_at limit 100")
    .all(Date.now())
    .map(({ id }) => String(id));
}

/** The latest first. */
export function listPayments(db: Database, limit: number): PaymentRow[] {
  return db
    .prepare('select * from payments order by created_at desc, id desc limit ?')
    .all(limit)
    .flatMap((row) => parsed(row) ?? []);
}

export function deleteOldPayments(db: Database): void {
  db.prepare(
    `delete from payments where created_at < ?
     or created_at < (select created_at from payments order by created_at desc limit 1 offset ${maxPayments - 1})`,
  ).run(Date.now() - keptMs);
}

function parsed(row: Record<string, unknown> | undefined): PaymentRow | null {
  if (!row) return null;
  const { request, created_at: createdAt, expires_at: expiresAt } = row;
  return {
    ...(row as unknown as PaymentRow),
    request: JSON.parse(String(request)) as unknown,
    created_at: new Date(Number(createdAt)),
    expires_at: new Date(Number(expiresAt)),
  };
}
