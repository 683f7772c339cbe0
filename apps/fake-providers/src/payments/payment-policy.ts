import type { PaymentChange, PaymentRow } from './payment-store.ts';

/** What a buyer, their bank or the shop does with a payment. `amount` in minor units. */
export type PaymentAction =
  | { act: 'pay' | 'pay-later' | 'decline' | 'expire' | 'money-comes' | 'money-fails' }
  | { act: 'refund'; amount: number }
  | { act: 'dispute' | 'withdraw' | 'win' | 'lose' };

/** What the product is told: an event of the card provider, or `result`, the rouble provider's one word. */
export type Told =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.closed'
  | 'result';

interface Step {
  set: PaymentChange;
  told: Told[];
}

type Payment = Pick<PaymentRow, 'provider' | 'status' | 'amount' | 'refunded' | 'dispute_state'>;
type NewId = (prefix: string) => string;

/** What an action makes of a payment; null where it cannot be done. */
export function stepOf(payment: Payment, action: PaymentAction, newId: NewId): Step | null {
  const isCard = payment.provider === 'stripe';
  if (payment.status === 'OPEN') return whileOpen(isCard, action.act, newId);
  if (payment.status === 'PENDING') return whilePending(isCard, action.act);
  if (payment.status !== 'PAID' || !isCard) return null;
  const left = payment.amount - payment.refunded;
  if (payment.dispute_state === 'OPEN' || payment.dispute_state === 'WITHDRAWN') {
    return whileDisputed(payment.dispute_state, action.act);
  }
  if (action.act === 'refund' && action.amount >= 1 && action.amount <= left) {
    return { set: { refunded: payment.refunded + action.amount }, told: ['charge.refunded'] };
  }
  if (action.act === 'dispute' && payment.dispute_state === null && left > 0) {
    const dispute = { dispute: newId('dp'), dispute_state: 'OPEN', disputed: left } as const;
    return { set: dispute, told: ['charge.dispute.created'] };
  }
  return null;
}

/** The ids that the card provider gives a payment come with it. */
function whileOpen(isCard: boolean, act: PaymentAction['act'], newId: NewId): Step | null {
  const ids = isCard ? { payment_intent: newId('pi'), charge: newId('ch') } : {};
  if (act === 'pay') {
    return { set: { status: 'PAID', ...ids }, told: [isCard ? 'checkout.session.completed' : 'result'] };
  }
  if (act === 'pay-later') {
    return { set: { status: 'PENDING', ...ids }, told: isCard ? ['checkout.session.completed'] : [] };
  }
  // With a card the buyer may try again.
  if (act === 'decline') return { set: isCard ? {} : { status: 'CLOSED' }, told: [] };
  if (act === 'expire') return { set: { status: 'CLOSED' }, told: isCard ? ['checkout.session.expired'] : [] };
  return null;
}

function whilePending(isCard: boolean, act: PaymentAction['act']): Step | null {
  if (act === 'money-comes') {
    return { set: { status: 'PAID' }, told: [isCard ? 'checkout.session.async_payment_succeeded' : 'result'] };
  }
  if (act === 'money-fails') {
    return { set: { status: 'FAILED' }, told: isCard ? ['checkout.session.async_payment_failed'] : [] };
  }
  return null;
}

function whileDisputed(state: 'OPEN' | 'WITHDRAWN', act: PaymentAction['act']): Step | null {
  if (act === 'withdraw' && state === 'OPEN') {
    return { set: { dispute_state: 'WITHDRAWN' }, told: ['charge.dispute.funds_withdrawn'] };
  }
  const isWithdrawn = state === 'WITHDRAWN';
  if (act === 'win') {
    const money: Told[] = isWithdrawn ? ['charge.dispute.funds_reinstated'] : [];
    return { set: { dispute_state: 'WON' }, told: ['charge.dispute.closed', ...money] };
  }
  if (act === 'lose') {
    const money: Told[] = isWithdrawn ? [] : ['charge.dispute.funds_withdrawn'];
    return { set: { dispute_state: 'LOST' }, told: [...money, 'charge.dispute.closed'] };
  }
  return null;
}
