import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { protectPages, sendPage, serveFiles } from '../../pages/protect-pages.ts';
import { visitorOf } from '../../pages/visitor.ts';
import { backToProduct } from '../../product.ts';
import { findDelivery, listDeliveries } from '../delivery-store.ts';
import { type FakePayments, payPath } from '../fake-payments.ts';
import { hundredthsOf } from '../money.ts';
import { arrivals, closeOverdue, paymentAct } from '../payment-act.ts';
import { type PaymentAction, stepOf } from '../payment-policy.ts';
import { findPayment, listPayments, type PaymentRow } from '../payment-store.ts';
import { failUrl, successUrl } from '../robokassa-forms.ts';
import { StripeRequest } from '../stripe-json.ts';
import { checkoutPage } from './checkout-page.ts';
import { badPage, listPage } from './list-page.ts';
import { paymentPage } from './payment-page.ts';
import { startRobokassa } from './robokassa-start.ts';

const maxListed = 50;

const CheckoutBody = z.object({
  act: z.enum(['pay', 'pay-later', 'decline', 'cancel']),
  arrival: z.enum(arrivals).default('once'),
  method: z.enum(['POST', 'GET']).default('POST'),
});
const laterActs = ['expire', 'money-comes', 'money-fails', 'dispute', 'withdraw', 'win', 'lose'] as const;
const ActBody = z.discriminatedUnion('act', [
  z.object({ act: z.enum(laterActs) }),
  z.object({ act: z.literal('refund'), amount: z.string().max(20) }),
]);
const DeliverBody = z.object({ delivery: z.coerce.number().int() });

type Problem = Parameters<typeof paymentPage>[1]['problem'];
type Id = { Params: { id: string } };

/** Where a buyer pays, and where whoever tries things out decides what becomes of it. */
export async function servePaymentPages(server: FastifyInstance, payments: FakePayments): Promise<void> {
  const { db, product } = payments;
  protectPages(server, product);

  // The address that Robokassa's shops send their buyers to.
  server.get('/Merchant/Index.aspx', async (request, reply) => {
    const begun = startRobokassa(payments, request.query);
    if ('problem' in begun) return sendPage(reply.code(400), badPage(visitorOf(request, product), begun.problem));
    return reply.redirect(`${payPath}/checkout/${begun.id}`, 303);
  });

  await server.register(
    async (pages) => {
      await serveFiles(pages, ['payments/pages.css']);
      pages.addHook('onRequest', async ({ method }) => {
        if (method === 'GET') closeOverdue(payments);
      });

      pages.get('/', async (request, reply) =>
        sendPage(reply, listPage(visitorOf(request, product), listPayments(db, maxListed))),
      );

      pages.get<Id>('/checkout/:id', async (request, reply) => {
        const payment = findPayment(db, request.params);
        if (!payment) return missing(request, reply);
        const { declined } = z.object({ declined: z.string().optional() }).parse(request.query);
        return sendPage(
          reply,
          checkoutPage(visitorOf(request, product), payment, { isDeclined: declined !== undefined }),
        );
      });

      pages.post<Id>('/checkout/:id', async (request, reply) => {
        const { act, ...telling } = CheckoutBody.parse(request.body);
        const known = findPayment(db, request.params);
        if (!known) return missing(request, reply);
        if (act === 'cancel') return reply.redirect(backToProduct(request, product, wayBack(known)), 303);
        const payment = paymentAct(payments, known.id, { act }, telling);
        const checkout = `${payPath}/checkout/${known.id}`;
        if (!payment) return reply.redirect(checkout, 303);
        if (act === 'decline') {
          return reply.redirect(
            payment.provider === 'stripe'
              ? `${checkout}?declined=1`
              : backToProduct(request, product, wayBack(payment)),
            303,
          );
        }
        return reply.redirect(backToProduct(request, product, wayOn(payment)), 303);
      });

      pages.get<Id>('/payment/:id', async (request, reply) => {
        const payment = findPayment(db, request.params);
        return payment ? sendPage(reply, shown(request, payment)) : missing(request, reply);
      });

      pages.post<Id>('/payment/:id', async (request, reply) => {
        const payment = findPayment(db, request.params);
        if (!payment) return missing(request, reply);
        const said = ActBody.parse(request.body);
        const amount = said.act === 'refund' ? (hundredthsOf(said.amount.trim().replace(',', '.')) ?? 0) : 0;
        const isPossible = possible(payment).includes(said.act);
        const done =
          isPossible && paymentAct(payments, payment.id, said.act === 'refund' ? { act: 'refund', amount } : said);
        if (!done) {
          const problem = said.act === 'refund' && isPossible ? { amount: said.amount } : 'notPossible';
          return sendPage(reply.code(422), shown(request, findPayment(db, payment) ?? payment, problem));
        }
        // So that the page can say what came of it.
        await payments.deliveries.look();
        return reply.redirect(`${payPath}/payment/${payment.id}`, 303);
      });

      pages.post<Id>('/payment/:id/deliver', async (request, reply) => {
        const { id } = request.params;
        const delivery = findDelivery(db, DeliverBody.parse(request.body).delivery, id);
        if (!delivery) return missing(request, reply);
        await payments.deliveries.deliver(delivery);
        return reply.redirect(`${payPath}/payment/${id}`, 303);
      });
    },
    { prefix: payPath },
  );

  function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendPage(reply.code(404), badPage(visitorOf(request, product), 'missing'));
  }

  function shown(request: FastifyRequest, payment: PaymentRow, problem?: Problem) {
    return paymentPage(visitorOf(request, product), {
      payment,
      deliveries: listDeliveries(db, payment.id),
      possible: possible(payment),
      ...(problem ? { problem } : {}),
    });
  }

  /** Where a buyer goes who has paid, or will have. */
  function wayOn(payment: PaymentRow): string {
    if (payment.provider === 'robokassa') return successUrl(payments, payment);
    return StripeRequest.parse(payment.request).successUrl.replace('{CHECKOUT_SESSION_ID}', payment.id);
  }

  function wayBack(payment: PaymentRow): string {
    if (payment.provider === 'robokassa') return failUrl(payments, payment);
    return StripeRequest.parse(payment.request).cancelUrl;
  }
}

/** What may be done with a payment now, but for paying it. */
function possible(payment: PaymentRow): PaymentAction['act'][] {
  const actions: PaymentAction[] = [{ act: 'refund', amount: 1 }, ...laterActs.map((act) => ({ act }))];
  return actions.filter((action) => stepOf(payment, action, () => '')).map(({ act }) => act);
}
