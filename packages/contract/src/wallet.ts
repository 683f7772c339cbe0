import { z } from 'zod';
import { paginated } from './pagination.ts';
import { ReferralWait } from './users.ts';

/** What moves coins. */
export const transactionKinds = [
  'TOP_UP',
  'REFERRAL_SHARE',
  'REFERRAL_SHARE_REVERSAL',
  'REFERRAL_BONUS',
  'SUBSCRIPTION',
  'EXPIRY',
  'REFUND',
  'DISPUTE_HOLD',
  'DISPUTE_RELEASE',
  'CHARGEBACK',
  'REINSTATEMENT',
  'GRANT',
  'REVERSAL',
] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/** One line of the statement. */
export const StatementLine = z.object({
  id: z.string(),
  date: z.iso.datetime(),
  kind: z.enum(transactionKinds),
  /** What it is about, to be looked up: a payment, a referral, a subscription. */
  ref: z.string().nullable(),
  /** The same in words: the other player's nickname, the tier, the operator's reason. */
  subject: z.string().nullable(),
  /** Coins; negative what went. Fleeting coins count, and debt counts against. */
  amount: z.int(),
  /** Coins and fleeting coins less the debt, afterwards. */
  balance: z.int(),
});
export type StatementLine = z.infer<typeof StatementLine>;

/** Coins of a referral that are still to come. */
export const WaitingCoins = z.object({
  kind: z.enum(['REFERRAL_BONUS', 'REFERRAL_SHARE']),
  /** The other player's nickname. */
  subject: z.string(),
  /** Whether it is this account whose chat account is waited for, or the other player's. */
  own: z.boolean(),
  coins: z.int(),
  wait: ReferralWait,
});
export type WaitingCoins = z.infer<typeof WaitingCoins>;

export const WalletStatement = paginated(StatementLine).extend({
  /** Of the account's referrals, the latest first. */
  waiting: z.array(WaitingCoins),
});
export type WalletStatement = z.infer<typeof WalletStatement>;
