import type { Tx } from '../../../db/pool.ts';
import { creditOf } from './ledger-policy.ts';
import { checkCoins, lockWallet, openTransaction, post, type Posted, lockWallets } from './wallet-post.ts';
import { insertLots, findSpending, sumTakenBack } from './wallet-queries.ts';

interface Grant {
  /** Chosen by the caller; the key is `grant:{id}`. */
  id: string;
  userId: string;
  coins: number;
  /** When they expire; null: never. Expiring coins do not repay debt. */
  expiresAt: Date | null;
  /** Shown to the player in the statement; at most 300 characters. */
  reason: string;
}

/** Gives coins at the house's expense. @throws AppError idempotency_conflict */
export async function walletGrant(tx: Tx, { id, userId, coins, expiresAt, reason }: Grant): Promise<Posted> {
  checkCoins(coins);
  const wallet = await lockWallet(tx, userId);
  const asked = { userId, coins, expiresAt: expiresAt?.toISOString() ?? null, reason };
  const posted = await openTransaction(tx, { kind: 'GRANT', key: `grant:${id}`, asked, ref: reason });
  if (!posted.fresh) return posted;

  const { transactionId } = posted;
  const change = expiresAt ? { FLEETING: coins } : creditOf(wallet.holdings, coins);
  await post(tx, transactionId, wallet, change, 'PROMOTION_EXPENSE');
  if (expiresAt) await insertLots(tx, transactionId, wallet.accounts.FLEETING, [{ amount: coins, expiresAt }]);
  return posted;
}

/** For each of the two. */
export const bonusCoins = 300;

interface Bonus {
  referralId: string;
  referrerId: string;
  referredId: string;
}

/** Gives both players the referral bonus, once, under the referral's keys. */
export async function walletBonus(tx: Tx, { referralId, referrerId, referredId }: Bonus): Promise<void> {
  const walletFor = await lockWallets(tx, [referrerId, referredId]);
  for (const [role, userId] of [
    ['referrer', referrerId],
    ['referred', referredId],
  ] as const) {
    const posted = await openTransaction(tx, {
      kind: 'REFERRAL_BONUS',
      key: `ref300:${referralId}:${role}`,
      asked: { userId },
      ref: referralId,
    });
    if (!posted.fresh) continue;
    const wallet = walletFor(userId);
    await post(tx, posted.transactionId, wallet, creditOf(wallet.holdings, bonusCoins), 'PROMOTION_EXPENSE');
  }
}

/** How many coins, excluding expiring ones, a subscription payment took and did not give back. */
export async function walletPaidInCoins(tx: Tx, payment: string): Promise<number> {
  const spending = await findSpending(tx, payment);
  if (!spending) return 0;
  // Returned coins are a debit of the house.
  return Math.max(0, spending.coins + (await sumTakenBack(tx, spending.id)).total);
}

interface GivingBack {
  userId: string;
  /** The key of the subscription's payment. */
  payment: string;
  /** At most what `walletPaidInCoins` says. */
  coins: number;
  /** The key of the cause: once for each. */
  cause: string;
}

/**
 * Returns coins of a subscription payment, for days that will not be used. They do not repay debt: they are about to be taken back, and what
 * the player owes is not for the giver of a present to pay.
 */
export async function walletGiveBack(tx: Tx, { userId, payment, coins, cause }: GivingBack): Promise<void> {
  const wallet = await lockWallet(tx, userId);
  const spending = await findSpending(tx, payment);
  if (!spending) throw new Error(`The payment ${payment} was never made`);
  const { transactionId } = await openTransaction(tx, {
    kind: 'REVERSAL',
    key: `unused:${cause}`,
    asked: { payment, coins },
    ref: spending.ref,
    reverses: spending.id,
  });
  await post(tx, transactionId, wallet, { COINS: coins }, 'SUBSCRIPTION_REVENUE');
}
