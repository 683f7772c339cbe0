import { createHmac } from 'node:crypto';
import type { RobokassaShop, StripeKeys } from '../payment-settings.ts';

/** What the product has of each provider. */
export interface PaymentSandboxKeys {
  stripe: StripeKeys;
  robokassa: RobokassaShop;
}

/** The same at every start, so that nothing of it is stored. */
export function paymentSandboxKeys(tokenKey: string): PaymentSandboxKeys {
  const derived = (what: string) => createHmac('sha256', tokenKey).update(`payment sandbox: ${what}`).digest('hex');
  return {
    stripe: {
      secretKey: `sk_test_${derived('stripe secret key')}`,
      webhookSecret: `whsec_${derived('stripe webhook secret')}`,
    },
    robokassa: {
      login: 'sandbox',
      password1: derived('robokassa password 1'),
      password2: derived('robokassa password 2'),
      hash: 'sha256',
      test: true,
    },
  };
}
