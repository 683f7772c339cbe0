import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import { userIsErased } from '../identity/users/users-release.ts';
import { loadLogin } from '../identity/users/user-login.ts';
import { cardEvent } from './card-event.ts';
import { findOrder } from './order-queries.ts';
import { credit } from './order-settle.ts';

const bodyLimit = 256 * 1024;

/** The routes called by payment providers. They answer as the provider requires, without an envelope; failed calls are repeated by the provider. */
export async function serveProviderCallbacks(server: FastifyInstance, ctx: Context): Promise<void> {
  await server.register(async (callbacks) => {
    // Signatures are over the bytes as they came.
    callbacks.removeAllContentTypeParsers();
    callbacks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    // Of each process: a call costs it the check of a signature.
    const config = { rateLimit: { max: 6_000, timeWindow: 60_000 } };

    callbacks.post('/api/payment/stripe/webhook', { config }, async (request, reply) => {
      const { card } = ctx.payments;
      if (!card) throw new AppError('not_found');
      const signature = request.headers['stripe-signature'];
      const event = await card.readWebhook(bodyOf(request), typeof signature === 'string' ? signature : '');
      if (!event) return reply.code(400).send({ error: 'the signature is wrong' });
      await cardEvent(ctx, event);
      return reply.send({ received: true });
    });

    callbacks.get('/api/payment/robokassa/result', { config }, (request, reply) =>
      answerResult(ctx, reply, queryOf(request)),
    );
    callbacks.post('/api/payment/robokassa/result', { config }, (request, reply) =>
      answerResult(ctx, reply, new URLSearchParams(bodyOf(request).toString('utf8'))),
    );
  });
}

async function answerResult(ctx: Context, reply: FastifyReply, params: URLSearchParams): Promise<FastifyReply> {
  const answer = await roubleResult(ctx, params);
  return reply
    .code(answer.startsWith('OK') ? 200 : 400)
    .type('text/plain')
    .send(answer);
}

/**
 * The rouble provider's callback that an invoice is paid: credited once, if it matches the order.
 * @returns `OK` with the invoice, also if it was credited before; after anything else the provider calls again
 */
async function roubleResult(ctx: Context, params: URLSearchParams): Promise<string> {
  const { roubles } = ctx.payments;
  if (!roubles) throw new AppError('not_found');
  const result = roubles.readResult(params);
  if (!result) return 'bad sign';
  const order = await findOrder(ctx.db, { invoice: result.invoice });
  if (order?.provider !== 'roubles') return 'bad invoice';
  const recipient = await loadLogin(ctx.db, order.recipient_id);
  const isWhatWasOrdered =
    result.amount === order.amount &&
    result.productId === order.product_id &&
    // The name of an account that has been deleted is known no more.
    (result.username.toLowerCase() === recipient.nickname.toLowerCase() ||
      (await userIsErased(ctx.db, order.recipient_id)));
  if (!isWhatWasOrdered) {
    ctx.log.error({ order: order.id, result }, 'failed to credit a payment: it is not what was ordered');
    return 'bad order';
  }
  await credit(ctx, order, null);
  return `OK${result.invoice}`;
}

function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://localhost').searchParams;
}
