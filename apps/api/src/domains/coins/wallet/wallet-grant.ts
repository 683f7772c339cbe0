import type { Tx } from '../../../db/pool.ts';
import { creditOf } from './ledger-policy.ts';
import { checkCoins, lockWallet, openTransaction, post, type Posted } from './wallet-post.ts';
import { insertLots } from './wallet-queries.ts';

interface Grant {
  /** Of the caller's choice; the key is `grant:{id}`. */
  id: string;
  userId: string;
  coins: number;
  /** When they expire; null: never. Expiring coins repay no debt. */
  expiresAt: Date | null;
  /** For the player to read in the statement; at most 300 characters. */
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
