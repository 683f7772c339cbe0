import { groups, type Settings, together } from '@realmkeep/settings';
import { isPublicUrl } from '@realmkeep/sockets';
import { hashKinds, isHashOffered } from './robokassa/signature.ts';

/** Which providers take money, and what they need; null: none does. */
export interface PaymentSettings {
  card: ({ provider: 'stripe'; apiBase: string } & StripeKeys) | null;
  roubles: ({ provider: 'robokassa'; base: string } & RobokassaShop) | null;
  /** Settings that are odd but may be intended; logged at the start. */
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

type PaymentSettingName =
  | 'STRIPE_API_BASE'
  | 'ROBOKASSA_BASE'
  | 'ROBOKASSA_HASH'
  | 'ROBOKASSA_TEST'
  | (typeof groups.stripe)[number]
  | (typeof groups.robokassa)[number];

/**
 * For each currency its provider where that is set up; else none.
 * @returns what cannot be, by the names of the settings and never their values, where anything cannot
 */
export function paymentSettings(
  env: Settings<PaymentSettingName>,
  publicUrl: string,
): { payments: PaymentSettings; problems: string[] } {
  const isPublic = isPublicUrl(publicUrl);
  const stripe = together(env, groups.stripe);
  const robokassa = together(env, groups.robokassa);
  const card = stripe && {
    provider: 'stripe' as const,
    apiBase: env.STRIPE_API_BASE ?? 'https://api.stripe.com',
    secretKey: stripe.STRIPE_SECRET_KEY,
    webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
  };
  const roubles = robokassa && {
    provider: 'robokassa' as const,
    base: env.ROBOKASSA_BASE ?? 'https://auth.robokassa.ru',
    login: robokassa.ROBOKASSA_LOGIN,
    password1: robokassa.ROBOKASSA_PASSWORD1,
    password2: robokassa.ROBOKASSA_PASSWORD2,
    hash: env.ROBOKASSA_HASH,
    test: env.ROBOKASSA_TEST,
  };
  const isTestKey = card && /^.k_test_/.test(card.secretKey);
  const warnings = [
    isPublic && isTestKey && 'STRIPE_SECRET_KEY is a test key: card payments give coins, but bring no money',
    isPublic && roubles?.test && 'ROBOKASSA_TEST is on: rouble payments give coins, but bring no money',
  ];
  return {
    payments: {
      card,
      roubles,
      warnings: warnings.filter((warning) => typeof warning === 'string'),
    },
    problems: [
      ...(isPublic && card ? standInProblems('STRIPE_API_BASE', card.apiBase) : []),
      ...(isPublic && roubles ? standInProblems('ROBOKASSA_BASE', roubles.base) : []),
      // Not every OpenSSL has them all.
      ...(roubles && !isHashOffered(roubles.hash)
        ? [`ROBOKASSA_HASH: this installation's OpenSSL has no ${roubles.hash}`]
        : []),
    ],
  };
}

function standInProblems(name: string, base: string): string[] {
  if (isPublicUrl(base)) return [];
  return [`${name}: a stand-in gives coins away for nothing, so it may not stand at a public PUBLIC_URL`];
}
