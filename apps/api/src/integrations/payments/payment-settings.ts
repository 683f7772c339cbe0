import { z } from 'zod';
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

/** The settings as they were given; an empty one is none. */
const text = z.string().default('');
const base = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.parse(url)?.pathname === '/', 'must be an origin, without a path')
  .or(z.literal(''))
  .default('');
export const paymentEnvironment = {
  PAYMENTS: z.enum(['', 'sandbox']).default(''),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_BASE: base,
  ROBOKASSA_LOGIN: text,
  ROBOKASSA_PASSWORD1: text,
  ROBOKASSA_PASSWORD2: text,
  ROBOKASSA_HASH: z.enum(hashKinds).default('sha256'),
  ROBOKASSA_TEST: z.enum(['true', 'false']).default('false'),
  ROBOKASSA_BASE: base,
};
type PaymentEnvironment = z.infer<z.ZodObject<typeof paymentEnvironment>>;

/** What each provider needs, and what each must be. */
const stripeKeys = {
  STRIPE_SECRET_KEY: [
    /^(sk|rk)_(test|live)_\w{10,300}$/,
    'a key that begins with sk_live_, rk_live_, sk_test_ or rk_test_',
  ],
  STRIPE_WEBHOOK_SECRET: [/^whsec_[\x21-\x7e]{10,200}$/, 'the secret of the webhook, which begins with whsec_'],
} as const;
const password = [/^[\x21-\x39\x3b-\x7e]{8,128}$/, '8 or more characters without blanks and colons'] as const;
const robokassaKeys = {
  ROBOKASSA_LOGIN: [/^[\w.-]{1,64}$/, 'the identifier of the shop'],
  ROBOKASSA_PASSWORD1: password,
  ROBOKASSA_PASSWORD2: password,
} as const;

/**
 * For each currency its provider where any of its keys is set; else the sandbox, where nobody from outside reaches it; else none.
 * @returns what cannot be, by the names of the settings and never their values, where anything cannot
 */
export function paymentSettings(
  env: PaymentEnvironment,
  publicUrl: string,
): { payments: PaymentSettings; problems: string[] } {
  const isPublic = isPublicUrl(publicUrl);
  if (env.PAYMENTS === 'sandbox' && isPublic) {
    const problem = 'PAYMENTS: the sandbox gives coins away for nothing, so it may not stand at a public PUBLIC_URL';
    return { payments: { card: null, roubles: null, warnings: [] }, problems: [problem] };
  }
  const sandbox = isPublic ? null : { provider: 'sandbox' as const };
  const isForced = env.PAYMENTS === 'sandbox';
  const hasStripe = !isForced && isAnySet(env, stripeKeys);
  const hasRobokassa = !isForced && isAnySet(env, robokassaKeys);
  const stripe = {
    provider: 'stripe' as const,
    apiBase: env.STRIPE_API_BASE || 'https://api.stripe.com',
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
  };
  const robokassa = {
    provider: 'robokassa' as const,
    base: new URL(env.ROBOKASSA_BASE || 'https://auth.robokassa.ru').origin,
    login: env.ROBOKASSA_LOGIN,
    password1: env.ROBOKASSA_PASSWORD1,
    password2: env.ROBOKASSA_PASSWORD2,
    hash: env.ROBOKASSA_HASH,
    test: env.ROBOKASSA_TEST === 'true',
  };
  const isTestKey = hasStripe && /^.k_test_/.test(stripe.secretKey);
  const warnings = [
    isPublic && isTestKey && 'STRIPE_SECRET_KEY is a test key: card payments give coins, but bring no money',
    isPublic &&
      hasRobokassa &&
      robokassa.test &&
      'ROBOKASSA_TEST is on: rouble payments give coins, but bring no money',
  ];
  return {
    payments: {
      card: hasStripe ? stripe : sandbox,
      roubles: hasRobokassa ? robokassa : sandbox,
      warnings: warnings.filter((warning) => warning !== false),
    },
    problems: [
      ...(hasStripe ? problemsOf(env, stripeKeys, 'Stripe') : []),
      ...(hasRobokassa ? [...problemsOf(env, robokassaKeys, 'Robokassa'), ...shopProblems(robokassa)] : []),
    ],
  };
}

type Keys = Partial<Record<keyof PaymentEnvironment, readonly [RegExp, string]>>;

function isAnySet(env: PaymentEnvironment, keys: Keys): boolean {
  return (Object.keys(keys) as (keyof PaymentEnvironment)[]).some((name) => env[name] !== '');
}

function problemsOf(env: PaymentEnvironment, keys: Keys, provider: string): string[] {
  return Object.entries(keys).flatMap(([name, [pattern, what]]) => {
    const value = env[name as keyof PaymentEnvironment];
    if (!value) return `${name}: is missing, and ${provider} needs it`;
    return pattern.test(value) ? [] : `${name}: must be ${what}`;
  });
}

function shopProblems({ password1, password2, hash }: RobokassaShop): string[] {
  const problems: string[] = [];
  // A buyer is shown signatures made with the first: with the same second he could write the provider's word himself.
  if (password1 && password1 === password2) problems.push('ROBOKASSA_PASSWORD2: must differ from ROBOKASSA_PASSWORD1');
  if (!isHashOffered(hash)) problems.push(`ROBOKASSA_HASH: this installation's OpenSSL has no ${hash}`);
  return problems;
}
