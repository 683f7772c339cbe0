import type { Context } from '../../context.ts';
import { closeOrder, type OrderRow, takeDueOrders } from './order-queries.ts';
import { settleCard, settleRoubles } from './order-settle.ts';

/** Orders that are asked about in one go. */
const atOnce = 50;

/** After so long nothing comes any more. */
const longestMs = 7 * 24 * 3_600_000;

/** Asks the providers about orders of which nothing has been heard. */
export async function paymentsCheck(ctx: Context): Promise<void> {
  for (const order of await takeDueOrders(ctx.db, atOnce)) {
    await check(ctx, order).catch((error: unknown) => {
      ctx.log.warn({ err: error, order: order.id }, 'failed to ask about a payment');
    });
  }
}

async function check(ctx: Context, order: OrderRow): Promise<void> {
  try {
    if (order.provider === 'roubles') await settleRoubles(ctx, order);
    else if (order.session_id) await settleCard(ctx, order.session_id);
    // The process ended before the buyer had an address to pay at.
    else if (order.expires_at < new Date()) await closeOrder(ctx.db, order.id);
  } finally {
    // Also where no answer is to be had: should the money come after all, it is credited all the same.
    if (Date.now() - order.created_at.getTime() > longestMs) await closeOrder(ctx.db, order.id);
  }
}
