import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { StripeKeys } from '../payment-settings.ts';
import { type CardPayments, PaymentError } from '../payments.ts';
import { type Client, readStripeEvent } from './stripe-event.ts';

export interface StripeOptions extends StripeKeys {
  /** Where its programs answer: an origin. */
  apiBase: string;
  /** Where buyers return to. */
  publicUrl: string;
}

/** Timeout of one request in milliseconds, after which it is retried once. */
const requestMs = 6_000;
const retries = 1;

const Created = z.object({ id: z.string().min(1), url: z.url() });
const Session = z.object({
  id: z.string(),
  client_reference_id: z.string().nullable(),
  metadata: z.object({ orderId: z.string() }).nullable().catch(null),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.int(),
  currency: z.string(),
  payment_intent: z.string().nullable(),
  livemode: z.boolean(),
});
/** Whatever another program calls an order there is none of ours. */
const Payment = z.object({ metadata: z.object({ orderId: z.uuid() }).nullable().catch(null) });

/** The protocol: https://docs.stripe.com/api/checkout/sessions and https://docs.stripe.com/checkout/fulfillment */
export function createStripe(options: StripeOptions): CardPayments {
  const { secretKey, webhookSecret, publicUrl } = options;
  const live = secretKey.includes('_live_');
  const { protocol, hostname, port } = new URL(options.apiBase);
  const isPlain = protocol === 'http:';
  let kept: Stripe | null = null;

  /** Loads the library with the first payment: most processes see none for long, and it is a tenth of what they have in memory. */
  async function client(): Promise<Client> {
    const { Stripe } = await import('stripe');
    kept ??= new Stripe(secretKey, {
      protocol: isPlain ? 'http' : 'https',
      host: hostname,
      port: port || (isPlain ? 80 : 443),
      timeout: requestMs,
      maxNetworkRetries: retries,
      telemetry: false,
    });
    return { stripe: kept, errors: Stripe.errors };
  }

  /** @throws PaymentError for anything that goes wrong */
  async function asked<Answer>(work: (client: Client) => Promise<Answer>): Promise<Answer> {
    const ready = await client();
    return await work(ready).catch((error: unknown) => {
      throw paymentError(error, ready.errors);
    });
  }

  /** null where Stripe says that there is no such thing. */
  async function askedIfThere<Answer>(work: (stripe: Stripe) => Promise<Answer>): Promise<Answer | null> {
    return asked(({ stripe, errors }) =>
      work(stripe).catch((error: unknown) => {
        if (error instanceof errors.StripeError && error.statusCode === 404) return null;
        throw error;
      }),
    );
  }

  return {
    live,

    createCheckout: ({ orderId, attempt, currency, amount, productName, language, expiresAt }) =>
      asked(async ({ stripe }) => {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: currency.toLowerCase(),
                  unit_amount: amount,
                  product_data: { name: productName },
                },
              },
            ],
            // Stripe puts the id in the place of the braces.
            success_url: `${publicUrl}/shop/success?session_id={CHECKOUT_SESSION_ID}`,
            cancel_url: `${publicUrl}/shop/cancelled`,
            client_reference_id: orderId,
            metadata: { orderId },
            // The session's metadata is not passed on to the payment, to which refunds refer.
            payment_intent_data: { metadata: { orderId } },
            expires_at: Math.floor(expiresAt.getTime() / 1000),
            locale: language,
            adaptive_pricing: { enabled: false },
          },
          { idempotencyKey: `checkout:${orderId}:${attempt}` },
        );
        const { id, url } = Created.parse(session);
        return { sessionId: id, checkoutUrl: url };
      }),

    retrieve: (sessionId) =>
      askedIfThere(async (stripe) => {
        const session = Session.parse(await stripe.checkout.sessions.retrieve(sessionId));
        const isOurs = session.metadata?.orderId === session.client_reference_id;
        return {
          id: session.id,
          orderId: isOurs ? session.client_reference_id : null,
          status: session.status,
          paid: session.payment_status !== 'unpaid',
          amount: session.amount_total,
          currency: session.currency.toUpperCase(),
          paymentIntent: session.payment_intent,
          live: session.livemode,
        };
      }),

    async readWebhook(rawBody, signature) {
      const event = readStripeEvent(await client(), { rawBody, signature, webhookSecret, live });
      // Of a refund or a dispute Stripe says only the payment, which knows its order.
      if (event?.kind !== 'refund' && event?.kind !== 'dispute') return event;
      return { ...event, orderId: await orderOf(event.paymentIntent) };
    },
  };

  function orderOf(paymentIntent: string): Promise<string | null> {
    return askedIfThere(async (stripe) => {
      const payment = Payment.parse(await stripe.paymentIntents.retrieve(paymentIntent));
      return payment.metadata?.orderId ?? null;
    });
  }
}

/** The library's errors contain request and response: only their message is kept. */
function paymentError(error: unknown, errors: typeof Stripe.errors): PaymentError {
  if (!(error instanceof errors.StripeError)) {
    return new PaymentError('unavailable', 'Stripe answered with something else than was asked for');
  }
  const isRefusal =
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeIdempotencyError ||
    error instanceof errors.StripeCardError;
  const what = [error.type, error.code, error.param, error.requestId].filter(Boolean).join(' ');
  return new PaymentError(isRefusal ? 'refused' : 'unavailable', `Stripe: ${error.message} (${what})`);
}
