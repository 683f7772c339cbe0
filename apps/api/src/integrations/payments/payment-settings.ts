import { type Settings, together } from '@realmkeep/settings';
import { isPublicUrl } from '../../http/public-url.ts';
import { hashKinds, isHashOffered } from './robokassa/signature.ts';

/** Which providers take money, and what they need; null: none does. */
export interface PaymentSettings {
  card: ({ provider: 'stripe'; apiBase: string } & StripeKeys) | { provider: 'sandbox' } | null;
  roubles: ({ provider: 'robokassa'; base: string } & RobokassaShop) | { provider: 'sandbox' } | null;
  /** What is odd but may be meant: to be said at the start. */
  warnings: string[];
}

export interface StripeKeys {
  secretKey: string;
  webhookSecret: string;
}

export interface RobokassaShop {
  login: string;
  password1: string;
  password2: string;
  hash: (typeof hashKinds)[number];
  /** Whether payments are tried out: no money moves, and the passwords are those for tests. */
  test: boolean;
}

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const robokassaNames = ['ROBOKASSA_LOGIN', 'ROBOKASSA_PASSWORD1', 'ROBOKASSA_PASSWORD2'] as const;
type PaymentSettingName =
  | 'PAYMENTS'
  | 'STRIPE_API_BASE'
  | 'ROBOKASSA_BASE'
  | 'ROBOKASSA_HASH'
  | 'ROBOKASSA_TEST'
  | (typeof stripeNames)[number]
  | (typeof robokassaNames)[number];

/**
 * For each currency its provider where any of its keys is set; else the sandbox, where nobody from outside reaches it; else none.
 * @returns what cannot be, by the names of the settings and never their values, where anything cannot
 */
export function paymentSettings(
  env: Settings<PaymentSettingName>,
  publicUrl: string,
): { payments: PaymentSettings; problems: string[] } {
  const isPublic = isPublicUrl(publicUrl);
  if (env.PAYMENTS === 'sandbox' && isPublic) {
    const problem = 'PAYMENTS: the sandbox gives coins away for nothing, so it may not stand at a public PUBLIC_URL';
    return { payments: { card: null, roubles: null, warnings: [] }, problems: [problem] };
  }
  const sandbox = isPublic ? null : { provider: 'sandbox' as const };
  const isForced = env.PAYMENTS === 'sandbox';
  const stripe = together(env, stripeNames);
  const robokassa = together(env, robokassaNames);
  const hasStripe = !isForced && stripe.missing.length < stripeNames.length;
  const hasRobokassa = !isForced && robokassa.missing.length < robokassaNames.length;
  const card = stripe.values && {
    provider: 'stripe' as const,
    apiBase: env.STRIPE_API_BASE ?? 'https://api.stripe.com',
    secretKey: stripe.values.STRIPE_SECRET_KEY,
    webhookSecret: stripe.values.STRIPE_WEBHOOK_SECRET,
  };
  const roubles = robokassa.values && {
    provider: 'robokassa' as const,
    base: env.ROBOKASSA_BASE ?? 'https://auth.robokassa.ru',
    login: robokassa.values.ROBOKASSA_LOGIN,
    password1: robokassa.values.ROBOKASSA_PASSWORD1,
    password2: robokassa.values.ROBOKASSA_PASSWORD2,
    hash: env.ROBOKASSA_HASH,
    test: env.ROBOKASSA_TEST,
  };
  const isTestKey = hasStripe && /^.k_test_/.test(env.STRIPE_SECRET_KEY ?? '');
  const warnings = [
    isPublic && isTestKey && 'STRIPE_SECRET_KEY is a test key: card payments give coins, but bring no money',
    isPublic &&
      hasRobokassa &&
      env.ROBOKASSA_TEST &&
      'ROBOKASSA_TEST is on: rouble payments give coins, but bring no money',
  ];
  return {
    payments: {
      card: hasStripe ? card : sandbox,
      roubles: hasRobokassa ? roubles : sandbox,
      warnings: warnings.filter((warning) => warning !== false),
    },
    problems: [
      ...(hasStripe ? stripe.missing.map((name) => `${name}: is missing, and Stripe needs it`) : []),
      ...(hasRobokassa ? robokassa.missing.map((name) => `${name}: is missing, and Robokassa needs it`) : []),
      ...(hasRobokassa && roubles ? shopProblems(roubles) : []),
    ],
  };
}

function shopProblems({ password1, password2, hash }: RobokassaShop): string[] {
  const problems: string[] = [];
  // A buyer is shown signatures made with the first: with the same second he could write the provider's word himself.
  if (password1 === password2) problems.push('ROBOKASSA_PASSWORD2: must differ from ROBOKASSA_PASSWORD1');
  if (!isHashOffered(hash)) problems.push(`ROBOKASSA_HASH: this installation's OpenSSL has no ${hash}`);
  return problems;
}
