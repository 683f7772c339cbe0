import { z } from 'zod';
import type { Told } from './payment-policy.ts';
import type { PaymentRow } from './payment-store.ts';

/** With what a checkout was begun, as it is kept. */
export const StripeRequest = z.object({
  clientReferenceId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  paymentMetadata: z.record(z.string(), z.string()),
  successUrl: z.url(),
  cancelUrl: z.url(),
  locale: z.string().nullable(),
});
export type StripeRequest = z.infer<typeof StripeRequest>;

/**
 * https://docs.stripe.com/api/checkout/sessions/object, as far as the product could read it.
 * @param url where it is paid; null in events, none of which tells of one that is open
 */
export function sessionJson(payment: PaymentRow, url: string | null) {
  const request = StripeRequest.parse(payment.request);
  const status = payment.status === 'OPEN' ? 'open' : payment.status === 'CLOSED' ? 'expired' : 'complete';
  return {
    id: payment.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    amount_subtotal: payment.amount,
    amount_total: payment.amount,
    cancel_url: request.cancelUrl,
    client_reference_id: request.clientReferenceId,
    created: seconds(payment.created_at),
    currency: payment.currency.toLowerCase(),
    expires_at: seconds(payment.expires_at),
    livemode: false,
    locale: request.locale,
    metadata: request.metadata,
    mode: 'payment',
    payment_intent: payment.payment_intent,
    payment_status: payment.status === 'PAID' ? 'paid' : 'unpaid',
    status,
    success_url: request.successUrl,
    url: status === 'open' ? url : null,
  };
}

/** https://docs.stripe.com/api/payment_intents/object */
export function paymentIntentJson(payment: PaymentRow) {
  return {
    id: payment.payment_intent,
    object: 'payment_intent',
    amount: payment.amount,
    created: seconds(payment.created_at),
    currency: payment.currency.toLowerCase(),
    latest_charge: payment.charge,
    livemode: false,
    metadata: StripeRequest.parse(payment.request).paymentMetadata,
    status:
      payment.status === 'PAID' ? 'succeeded' : payment.status === 'PENDING' ? 'processing' : 'requires_payment_method',
  };
}

/** https://docs.stripe.com/api/charges/object */
function chargeJson(payment: PaymentRow) {
  return {
    id: payment.charge,
    object: 'charge',
    amount: payment.amount,
    amount_refunded: payment.refunded,
    created: seconds(payment.created_at),
    currency: payment.currency.toLowerCase(),
    disputed: payment.dispute !== null,
    livemode: false,
    metadata: StripeRequest.parse(payment.request).paymentMetadata,
    paid: payment.status === 'PAID',
    payment_intent: payment.payment_intent,
    refunded: payment.refunded === payment.amount,
    status: 'succeeded',
  };
}

/** https://docs.stripe.com/api/disputes/object */
function disputeJson(payment: PaymentRow) {
  return {
    id: payment.dispute,
    object: 'dispute',
    amount: payment.disputed,
    charge: payment.charge,
    created: seconds(new Date()),
    currency: payment.currency.toLowerCase(),
    livemode: false,
    metadata: {},
    payment_intent: payment.payment_intent,
    reason: 'fraudulent',
    status:
      { OPEN: null, WITHDRAWN: null, WON: 'won', LOST: 'lost' }[payment.dispute_state ?? 'OPEN'] ?? 'needs_response',
  };
}

/** https://docs.stripe.com/api/events/object */
export function eventJson(id: string, type: Exclude<Told, 'result'>, payment: PaymentRow) {
  return {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: seconds(new Date()),
    data: { object: objectOf(type, payment) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

function objectOf(type: Exclude<Told, 'result'>, payment: PaymentRow): object {
  if (type.startsWith('checkout.session.')) return sessionJson(payment, null);
  return type === 'charge.refunded' ? chargeJson(payment) : disputeJson(payment);
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
