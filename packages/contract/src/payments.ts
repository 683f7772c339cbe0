import { z } from 'zod';
import { cardCurrencies, moneyCurrencies } from './currencies.ts';
import { oneLine } from './texts.ts';

/** Who gets the coins: the buyer, or another player by name. */
const username = z.string().trim().min(1).max(64).regex(oneLine).nullish();

export const CardCheckoutBody = z.object({ currency: z.enum(cardCurrencies), productId: z.uuid(), username });
export const RubCheckoutBody = z.object({ productId: z.uuid(), username });

/** Where the buyer pays. */
export const PaymentSession = z.object({ sessionId: z.string(), checkoutUrl: z.url() });
export type PaymentSession = z.infer<typeof PaymentSession>;

/**
 * PENDING: nothing is known yet. PAID: the coins have arrived. CLOSED: it was not paid and no longer can be. REFUNDED: it was paid and
 * refunded in full. DISPUTED: the bank has taken the money back or asks to.
 */
export const orderStatuses = ['PENDING', 'PAID', 'CLOSED', 'REFUNDED', 'DISPUTED'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The outcome of a payment, for its buyer. */
export const PaymentResult = z.object({
  status: z.enum(orderStatuses),
  coins: z.int(),
  /** The nickname of the player who gets the coins. */
  recipient: z.string(),
  amount: z.number(),
  currency: z.enum(moneyCurrencies),
  /** What the buyer can spend now: coins and fleeting coins. */
  balance: z.int(),
});
export type PaymentResult = z.infer<typeof PaymentResult>;

/** What the rouble provider put into the address that it sends the buyer back to; refused if the signature is wrong. */
export const PaymentSessionQuery = z.object({ returned: z.string().max(2048).optional() });

/** The `sessionId` of the checkout, or the invoice number in the rouble provider's return address. */
export const PaymentSessionParams = z.object({ sessionId: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/) });
