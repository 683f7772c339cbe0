import type { Config } from '../../config.ts';
import type { Payments } from './payments.ts';
import { createRobokassa } from './robokassa/robokassa.ts';
import { createStripe } from './stripe/stripe.ts';

/** The providers that the settings name. */
export function createPayments({ payments: { card, roubles }, publicUrl }: Config): Payments {
  return {
    card: card && createStripe({ ...card, publicUrl }),
    roubles:
      roubles && createRobokassa({ ...roubles, paymentPage: new URL('/Merchant/Index.aspx', roubles.base).href }),
  };
}
