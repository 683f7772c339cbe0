import { z } from 'zod';
import { cardCurrencies, moneyCurrencies } from './currencies.ts';
import { oneLine } from './texts.ts';

/** For whom: the buyer himself, or another player by name. */
const username = z.string().trim().min(1).max(64).regex(oneLine).nullish();

export const CardCheckoutBody = z.object({ currency: z.enum(cardCurrencies), productId: z.uuid(), username });
export const RubCheckoutBody = z.object({ productId: z.uuid(), username });

/** Where the buyer pays. */
export const PaymentSession = z.object({ sessionId: z.string(), checkoutUrl: z.url() });
export type PaymentSession = z.infer<typeof PaymentSession>;

/**
 * PENDING: nothing is known yet; PAID: the coins are there; CLOSED: it was not paid and cannot be any more; REFUNDED: paid and
 * given back whole; DISPUTED: the bank has taken it back or asks to.
 */
export const orderStatuses = ['PENDING', 'PAID', 'CLOSED', 'REFUNDED', 'DISPUTED'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What became of a payment: for its buyer. */
export const PaymentResult = z.object({
  status: z.enum(orderStatuses),
  coins: z.int(),
  /** The nickname of whom the coins are for. */
  recipient: z.string(),
  amount: z.number(),
  currency: z.enum(moneyCurrencies),
  /** The buyer's own coins now. */
  balance: z.int(),
});
export type PaymentResult = z.infer<typeof PaymentResult>;

/** What the rouble provider has put into the address that it sends the buyer back to: refused where the signature is wrong. */
export const PaymentSessionQuery = z.object({ returned: z.string().max(2048).optional() });

/** The `sessionId` that began it, or the invoice number that the rouble provider brings the buyer back with. */
export const PaymentSessionParams = z.object({ sessionId: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/) });
