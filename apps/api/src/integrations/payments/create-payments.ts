import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import type { Payments } from './payments.ts';
import { createRobokassa } from './robokassa/robokassa.ts';
import { startPaymentSandbox } from './sandbox/payment-sandbox.ts';
import type { PaymentSandbox } from './sandbox/sandbox.ts';
import { createStripe } from './stripe/stripe.ts';

/** The providers that the settings name, and what plays them where none is named. */
export async function createPayments(
  { payments: { card, roubles, warnings }, publicUrl, databaseUrl, secrets }: Config,
  log: FastifyBaseLogger,
): Promise<{ payments: Payments; paymentSandbox: PaymentSandbox | null }> {
  for (const warning of warnings) log.warn(warning);
  const isPlayed = card?.provider === 'sandbox' || roubles?.provider === 'sandbox';
  const { tokenKey } = secrets;
  const paymentSandbox = isPlayed ? await startPaymentSandbox({ databaseUrl, publicUrl, tokenKey, log }) : null;
  const played = paymentSandbox?.payments ?? { card: null, roubles: null };
  return {
    payments: {
      card: card?.provider === 'stripe' ? createStripe({ ...card, publicUrl }) : card && played.card,
      roubles: roubles?.provider === 'robokassa' ? createRobokassa(realShop(roubles)) : roubles && played.roubles,
    },
    paymentSandbox,
  };
}

function realShop<Shop extends { base: string }>(shop: Shop): Shop & { paymentPage: string } {
  return { ...shop, paymentPage: new URL('/Merchant/Index.aspx', shop.base).href };
}
