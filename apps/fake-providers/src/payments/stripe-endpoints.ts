import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isSecret } from '../secret.ts';
import { type FakePayments, payPath } from './fake-payments.ts';
import { newId } from './new-id.ts';
import { closeOverdue } from './payment-act.ts';
import { findPayment, insertPayment, type PaymentRow } from './payment-store.ts';
import { takeAnswer } from './request-store.ts';
import { StripeFault, stripeFaults } from './stripe-fault.ts';
import { paymentIntentJson, sessionJson, type StripeRequest } from './stripe-json.ts';

const text = z.string().max(500);
const price = 'line_items[0][price_data]';

/** The form of a new checkout, as far as it is understood: anything more is refused, so that nothing is thought to be heard. */
const NewCheckout = z.strictObject({
  mode: z.literal('payment'),
  'line_items[0][quantity]': z.literal('1'),
  [`${price}[currency]`]: z.enum(['usd', 'pln']),
  [`${price}[unit_amount]`]: z.string().regex(/^[1-9]\d{0,7}$/),
  [`${price}[product_data][name]`]: z.string().min(1).max(250),
  success_url: z.url().max(5000),
  cancel_url: z.url().max(5000),
  client_reference_id: text.optional(),
  'metadata[orderId]': text.optional(),
  'payment_intent_data[metadata][orderId]': text.optional(),
  expires_at: z.string().regex(/^\d{1,12}$/),
  locale: z.enum(['auto', 'en', 'ru', 'pl']).optional(),
  'adaptive_pricing[enabled]': z.enum(['true', 'false']).optional(),
});

/** The least that can be charged: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const least = { usd: 50, pln: 200 };

/** https://docs.stripe.com/api */
export function serveStripe(server: FastifyInstance, payments: FakePayments): void {
  const { db, keys } = payments;
  void server.register(
    async (stripe) => {
      stripe.setErrorHandler((fault, _request, reply) => {
        if (fault instanceof StripeFault) return reply.code(fault.status).send({ error: fault.error });
        return reply.code(500).send({ error: { type: 'api_error', message: 'The stand-in has failed' } });
      });
      stripe.addHook('onRequest', async ({ headers }, reply) => {
        reply.header('request-id', newId('req'));
        const [scheme, key = ''] = (headers.authorization ?? '').split(' ');
        if (scheme !== 'Bearer' || !isSecret(key, keys.stripe.secretKey)) throw stripeFaults.noKey();
      });

      stripe.post('/checkout/sessions', async (request, reply) => {
        const payment = readCheckout(request.body);
        const key = z.string().max(255).optional().parse(request.headers['idempotency-key']);
        const paramsHash = createHash('sha256').update(JSON.stringify(request.body)).digest();
        const make = () => sessionOf(inserted(payment), request);
        if (!key) return reply.send(make());
        const { answer, isRepeated } = takeAnswer(db, { key, paramsHash }, make);
        if (!answer) throw stripeFaults.otherParams();
        if (isRepeated) reply.header('idempotent-replayed', 'true');
        return reply.send(answer);
      });

      stripe.get<{ Params: { id: string } }>('/checkout/sessions/:id', async (request, reply) => {
        closeOverdue(payments);
        const payment = findPayment(db, request.params);
        if (payment?.provider !== 'stripe') throw stripeFaults.missing('checkout.session');
        return reply.send(sessionOf(payment, request));
      });

      stripe.get<{ Params: { id: string } }>('/payment_intents/:id', async ({ params }) => {
        const payment = findPayment(db, { payment_intent: params.id });
        if (!payment) throw stripeFaults.missing('payment_intent');
        return paymentIntentJson(payment);
      });
    },
    { prefix: '/v1' },
  );

  function inserted(payment: Checkout): PaymentRow {
    const row = insertPayment(db, { ...payment, id: newId('cs_test', 58), provider: 'stripe', invoice: null });
    if (!row) throw new Error('An id was made twice');
    return row;
  }
}

/** It is paid at the host of this request: the page leads each visitor there by the hostname they used. */
function sessionOf(payment: PaymentRow, { host }: FastifyRequest) {
  return sessionJson(payment, `http://${host}${payPath}/checkout/${payment.id}`);
}

type Checkout = ReturnType<typeof readCheckout>;

/** @throws StripeFault */
function readCheckout(body: unknown) {
  const form = NewCheckout.safeParse(body);
  if (!form.success) {
    const [issue] = form.error.issues;
    const param = issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (issue?.path.join('.') ?? '');
    throw stripeFaults.invalid(param, `Invalid ${param || 'form'}`);
  }
  const { data } = form;
  const currency = data[`${price}[currency]`];
  const amount = Number(data[`${price}[unit_amount]`]);
  if (amount < least[currency]) throw stripeFaults.tooSmall();
  const seconds = Number(data.expires_at) - Date.now() / 1000;
  // A minute is allowed for clocks and the way here.
  if (seconds < 29 * 60 || seconds > 24 * 3600 + 60) {
    throw stripeFaults.invalid(
      'expires_at',
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from now',
    );
  }
  const request: StripeRequest = {
    clientReferenceId: data.client_reference_id ?? null,
    metadata: metadata(data['metadata[orderId]']),
    paymentMetadata: metadata(data['payment_intent_data[metadata][orderId]']),
    successUrl: data.success_url,
    cancelUrl: data.cancel_url,
    locale: data.locale ?? null,
  };
  return {
    currency: currency.toUpperCase(),
    amount,
    description: data[`${price}[product_data][name]`],
    request,
    expiresAt: new Date(Number(data.expires_at) * 1000),
  };
}

function metadata(orderId: string | undefined): Record<string, string> {
  return orderId === undefined ? {} : { orderId };
}
