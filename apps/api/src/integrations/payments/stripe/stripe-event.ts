import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { CardEvent } from '../payments.ts';

/** An event whose order is still to be found. */
type StripeEvent = Unordered<CardEvent>;
type Unordered<Event> = Event extends CardEvent ? Omit<Event, 'orderId'> : never;

/** How old a signature may be: https://docs.stripe.com/webhooks/signature */
const toleranceSeconds = 300;

/** The library, once it is loaded. */
export interface Client {
  stripe: Stripe;
  errors: typeof Stripe.errors;
}

interface Delivered {
  rawBody: Buffer;
  signature: string;
  webhookSecret: string;
  /** Whether the keys move real money. */
  live: boolean;
}

const Session = z.object({ id: z.string() });
const Charge = z.object({
  id: z.string(),
  payment_intent: z.string().nullable(),
  amount_refunded: z.int(),
});
const Dispute = z.object({
  id: z.string(),
  payment_intent: z.string().nullable(),
  amount: z.int(),
  status: z.string(),
});

/** Those that end in favour of the shop, or without money having been asked for. */
const returned = new Set(['won', 'warning_closed', 'prevented']);

/** The library throws its own kind of error only for signatures of this form. */
const signatureForm = /^t=\d+(?:,v\d+=[0-9a-f]+)+$/;

/** @returns null if it is not from Stripe, or of the other mode */
export function readStripeEvent(
  { stripe, errors }: Client,
  { rawBody, signature, webhookSecret, live }: Delivered,
): StripeEvent | null {
  if (!signatureForm.test(signature)) return null;
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, toleranceSeconds);
  } catch (error) {
    if (error instanceof errors.StripeSignatureVerificationError) return null;
    throw error;
  }
  return event.livemode === live ? meaningOf(event) : null;
}

/** https://docs.stripe.com/api/events/types */
function meaningOf({ type, data }: Stripe.Event): StripeEvent {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return { kind: 'session', sessionId: Session.parse(data.object).id };
    case 'checkout.session.async_payment_failed':
      return { kind: 'session-failed', sessionId: Session.parse(data.object).id };
    case 'charge.refunded': {
      const charge = Charge.parse(data.object);
      if (charge.payment_intent === null) return { kind: 'other' };
      return {
        kind: 'refund',
        charge: charge.id,
        paymentIntent: charge.payment_intent,
        refunded: charge.amount_refunded,
      };
    }
    case 'charge.dispute.created':
      return dispute(data.object, 'OPEN');
    case 'charge.dispute.funds_withdrawn':
      return dispute(data.object, 'WITHDRAWN');
    case 'charge.dispute.funds_reinstated':
      return dispute(data.object, 'RETURNED');
    case 'charge.dispute.closed':
      return dispute(data.object, returned.has(data.object.status) ? 'RETURNED' : 'WITHDRAWN');
    default:
      return { kind: 'other' };
  }
}

function dispute(object: unknown, state: (CardEvent & { kind: 'dispute' })['state']): StripeEvent {
  const { id, payment_intent: paymentIntent, amount } = Dispute.parse(object);
  return paymentIntent === null
    ? { kind: 'other' }
    : { kind: 'dispute', dispute: id, paymentIntent, disputed: amount, state };
}
