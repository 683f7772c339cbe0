import type { Tx } from '../../../db/pool.ts';
import { insertDelivery } from './delivery-store.ts';
import { newId } from './new-id.ts';
import { type PaymentAction, stepOf, type Told } from './payment-policy.ts';
import { listOverdue, lockPayment, type PaymentRow, updatePayment } from './payment-store.ts';
import { resultForm } from './robokassa-words.ts';
import { checkoutUrl, type PaymentSandbox } from './sandbox.ts';
import { eventJson } from './stripe-json.ts';

/** How the product learns of it: `late` is a minute later, `never` only by hand. */
export const arrivals = ['once', 'twice', 'late', 'never'] as const;
export type Arrival = (typeof arrivals)[number];

/** Seconds until the product is told, time by time. */
const times: Record<Arrival, (number | null)[]> = { once: [0], twice: [0, 0], late: [60], never: [null] };

type Actor = Pick<PaymentSandbox, 'db' | 'keys' | 'publicUrl' | 'deliveries'>;

interface Telling {
  arrival: Arrival;
  /** Of the rouble provider's word: a shop chooses one in its settings. */
  method: 'POST' | 'GET';
}

/**
 * Does it, and tells the product.
 * @returns the payment as it is now; null where it is unknown or this cannot be done with it
 */
export async function paymentAct(
  sandbox: Actor,
  id: string,
  action: PaymentAction,
  telling: Partial<Telling> = {},
): Promise<PaymentRow | null> {
  const done = await sandbox.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    const step = payment && stepOf(payment, action, newId);
    if (!step) return null;
    const now = Object.keys(step.set).length > 0 ? await updatePayment(tx, id, step.set) : payment;
    for (const told of step.told) await tell(tx, sandbox, now, { arrival: 'once', method: 'POST', ...telling, told });
    return now;
  });
  if (done) void sandbox.deliveries.look();
  return done;
}

async function tell(
  tx: Tx,
  sandbox: Actor,
  payment: PaymentRow,
  { told, arrival, method }: Telling & { told: Told },
): Promise<void> {
  const body =
    told === 'result'
      ? resultForm(sandbox, payment)
      : JSON.stringify(eventJson(newId('evt'), told, payment, checkoutUrl(sandbox, payment.id)));
  for (const inSeconds of times[arrival]) {
    await insertDelivery(tx, { paymentId: payment.id, event: told, method, body, inSeconds });
  }
}

/** Payments that are closed in one go. */
const atOnce = 100;

/** Nobody can pay any more what nobody has paid in its time. */
export async function closeOverdue(sandbox: Actor): Promise<void> {
  for (const id of await listOverdue(sandbox.db, atOnce)) await paymentAct(sandbox, id, { act: 'expire' });
}
