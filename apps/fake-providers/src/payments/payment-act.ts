import { type Database, inTransaction } from '../database.ts';
import { insertDelivery } from './delivery-store.ts';
import type { FakePayments } from './fake-payments.ts';
import { newId } from './new-id.ts';
import { type PaymentAction, stepOf, type Told } from './payment-policy.ts';
import { findPayment, listOverdue, type PaymentRow, updatePayment } from './payment-store.ts';
import { resultForm } from './robokassa-forms.ts';
import { eventJson } from './stripe-json.ts';

/** How the product learns of it: `late` is a minute later, `never` only by hand. */
export const arrivals = ['once', 'twice', 'late', 'never'] as const;
export type Arrival = (typeof arrivals)[number];

/** Seconds until the product is told, time by time. */
const times: Record<Arrival, (number | null)[]> = { once: [0], twice: [0, 0], late: [60], never: [null] };

interface Telling {
  arrival: Arrival;
  /** Of the rouble provider's word: a shop chooses one in its settings. */
  method: 'POST' | 'GET';
}

/**
 * Does it, and tells the product.
 * @returns the payment as it is now; null where it is unknown or this cannot be done with it
 */
export function paymentAct(
  { db, keys, deliveries }: FakePayments,
  id: string,
  action: PaymentAction,
  telling: Partial<Telling> = {},
): PaymentRow | null {
  const payment = findPayment(db, { id });
  const step = payment && stepOf(payment, action, newId);
  if (!step) return null;
  const done = inTransaction(db, () => {
    const now = updatePayment(db, payment, step.set);
    for (const told of step.told) tell(db, keys, now, { arrival: 'once', method: 'POST', ...telling, told });
    return now;
  });
  void deliveries.look();
  return done;
}

function tell(
  db: Database,
  keys: FakePayments['keys'],
  payment: PaymentRow,
  { told, arrival, method }: Telling & { told: Told },
): void {
  const body = told === 'result' ? resultForm(keys, payment) : JSON.stringify(eventJson(newId('evt'), told, payment));
  for (const inSeconds of times[arrival]) {
    insertDelivery(db, { paymentId: payment.id, event: told, method, body, inSeconds });
  }
}

/** Nobody can pay any more what nobody has paid in its time. */
export function closeOverdue(payments: FakePayments): void {
  for (const id of listOverdue(payments.db)) paymentAct(payments, id, { act: 'expire' });
}
