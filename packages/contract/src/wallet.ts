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
  /** The id of what it is about: a payment, a referral, a subscription. */
  ref: z.string().nullable(),
  /** The same in words: the other player's nickname, the tier, the operator's reason. */
  subject: z.string().nullable(),
  /** Coins, negative if they left the wallet. Fleeting coins count, debt is subtracted. */
  amount: z.int(),
  /** The balance afterwards: coins and fleeting coins less the debt. */
  balance: z.int(),
});
export type StatementLine = z.infer<typeof StatementLine>;

/** Coins of a referral that are still to come. */
export const WaitingCoins = z.object({
  kind: z.enum(['REFERRAL_BONUS', 'REFERRAL_SHARE']),
  /** The other player's nickname. */
  subject: z.string(),
  /** Whether it waits for this account's chat account, or for the other player's. */
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
