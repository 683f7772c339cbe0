import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { prepareSandboxPages, sendPage } from '../../../sandbox-pages/sandbox-pages.ts';
import { languageOf } from '../../../../http/visitor-language.ts';
import { kopecksOf } from '../../robokassa/out-sum.ts';
import { findDelivery, listDeliveries } from '../delivery-store.ts';
import { arrivals, closeOverdue, paymentAct } from '../payment-act.ts';
import { type PaymentAction, stepOf } from '../payment-policy.ts';
import { findPayment, listPayments, type PaymentRow } from '../payment-store.ts';
import { failUrl, successUrl } from '../robokassa-words.ts';
import { type PaymentSandbox, sandboxPath } from '../sandbox.ts';
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
const DeliverBody = z.object({ delivery: z.string().regex(/^\d{1,18}$/) });

type Problem = Parameters<typeof paymentPage>[1]['problem'];
type Id = { Params: { id: string } };

/** The sandbox's pages: where a buyer pays, and where whoever tries things out decides what becomes of it. */
export async function servePaymentPages(server: FastifyInstance, sandbox: PaymentSandbox): Promise<void> {
  await server.register(
    async (pages) => {
      const { db, publicUrl } = sandbox;
      await prepareSandboxPages(pages, { publicUrl, folder: 'payment-sandbox', files: ['pages.css'] });
      pages.addHook('onRequest', async ({ method }) => {
        if (method === 'GET') await closeOverdue(sandbox);
      });

      pages.get('/', async (request, reply) =>
        sendPage(reply, listPage(languageOf(request), await listPayments(db, maxListed))),
      );

      pages.get('/Merchant/Index.aspx', async (request, reply) => {
        const begun = await startRobokassa(sandbox, request.query);
        if ('problem' in begun) return sendPage(reply.code(400), badPage(languageOf(request), begun.problem));
        return reply.redirect(`${sandboxPath}/checkout/${begun.id}`, 303);
      });

      pages.get<Id>('/checkout/:id', async (request, reply) => {
        const payment = await findPayment(db, request.params);
        if (!payment) return missing(request, reply);
        const { declined } = z.object({ declined: z.string().optional() }).parse(request.query);
        return sendPage(reply, checkoutPage(languageOf(request), payment, { isDeclined: declined !== undefined }));
      });

      pages.post<Id>('/checkout/:id', async (request, reply) => {
        const { act, ...telling } = CheckoutBody.parse(request.body);
        const known = await findPayment(db, request.params);
        if (!known) return missing(request, reply);
        if (act === 'cancel') return reply.redirect(onThisOrigin(wayBack(known)), 303);
        const payment = await paymentAct(sandbox, known.id, { act }, telling);
        const checkout = `${sandboxPath}/checkout/${known.id}`;
        if (!payment) return reply.redirect(checkout, 303);
        if (act === 'decline') {
          return reply.redirect(
            payment.provider === 'stripe' ? `${checkout}?declined=1` : onThisOrigin(wayBack(payment)),
            303,
          );
        }
        return reply.redirect(onThisOrigin(wayOn(payment)), 303);
      });

      pages.get<Id>('/payment/:id', async (request, reply) => {
        const payment = await findPayment(db, request.params);
        return payment ? sendPage(reply, await shown(request, payment)) : missing(request, reply);
      });

      pages.post<Id>('/payment/:id', async (request, reply) => {
        const payment = await findPayment(db, request.params);
        if (!payment) return missing(request, reply);
        const said = ActBody.parse(request.body);
        const amount = said.act === 'refund' ? (kopecksOf(said.amount.trim().replace(',', '.')) ?? 0) : 0;
        const isPossible = possible(payment).includes(said.act);
        const done =
          isPossible &&
          (await paymentAct(sandbox, payment.id, said.act === 'refund' ? { act: 'refund', amount } : said));
        if (!done) {
          const problem = said.act === 'refund' && isPossible ? { amount: said.amount } : 'notPossible';
          return sendPage(reply.code(422), await shown(request, (await findPayment(db, payment)) ?? payment, problem));
        }
        // So that the page can say what came of it.
        await sandbox.deliveries.look();
        return reply.redirect(`${sandboxPath}/payment/${payment.id}`, 303);
      });

      pages.post<Id>('/payment/:id/deliver', async (request, reply) => {
        const { id } = request.params;
        const delivery = await findDelivery(db, DeliverBody.parse(request.body).delivery, id);
        if (!delivery) return missing(request, reply);
        await sandbox.deliveries.deliver(delivery);
        return reply.redirect(`${sandboxPath}/payment/${id}`, 303);
      });

      async function shown(request: FastifyRequest, payment: PaymentRow, problem?: Problem) {
        return paymentPage(languageOf(request), {
          payment,
          deliveries: await listDeliveries(db, payment.id),
          possible: possible(payment),
          ...(problem ? { problem } : {}),
        });
      }

      /** Where a buyer goes who has paid, or will have. */
      function wayOn(payment: PaymentRow): string {
        if (payment.provider === 'robokassa') return successUrl(sandbox, payment);
        return StripeRequest.parse(payment.request).successUrl.replace('{CHECKOUT_SESSION_ID}', payment.id);
      }

      function wayBack(payment: PaymentRow): string {
        if (payment.provider === 'robokassa') return failUrl(sandbox, payment);
        return StripeRequest.parse(payment.request).cancelUrl;
      }
    },
    { prefix: sandboxPath },
  );
}

/** What may be done with a payment now, but for paying it. */
function possible(payment: PaymentRow): PaymentAction['act'][] {
  const actions: PaymentAction[] = [{ act: 'refund', amount: 1 }, ...laterActs.map((act) => ({ act }))];
  return actions.filter((action) => stepOf(payment, action, () => '')).map(({ act }) => act);
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), badPage(languageOf(request), 'missing'));
}

/** The buyer goes back to our own page by whichever name of the machine he is here. */
function onThisOrigin(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
