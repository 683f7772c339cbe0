import type { Tx, Db } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import { isUnreachable } from '../../../http/errors.ts';
import { useLots } from './ledger-policy.ts';
import {
  checkCoins,
  lockWallet,
  openTransaction,
  post,
  type Posted,
  type Wallet,
  lockWalletIfFree,
} from './wallet-post.ts';
import { findSpendableLots, insertLotUses, findDueLots, findRemaining } from './wallet-queries.ts';

interface Spending {
  userId: string;
  coins: number;
  /** `sub:{subscription}:{month}`: each request is one subscription. */
  key: string;
  /** The subscription. */
  ref: string;
}

/**
 * Pays for a subscription: expiring coins first, the soonest to expire before the others, then coins.
 * @throws AppError insufficient_funds, wallet_debt, idempotency_conflict
 */
export async function walletSpend(tx: Tx, { userId, coins, key, ref }: Spending): Promise<Posted> {
  checkCoins(coins);
  const wallet = await lockWallet(tx, userId);
  const posted = await openTransaction(tx, { kind: 'SUBSCRIPTION', key, asked: { userId, coins, ref }, ref });
  if (!posted.fresh) return posted;

  const { COINS, DEBT } = wallet.holdings;
  if (DEBT > 0) throw new AppError('wallet_debt', { coins: DEBT });
  const lots = await spendableLots(tx, wallet);
  const uses = useLots(lots, coins);
  const expiring = uses.reduce((sum, use) => sum + use.amount, 0);
  if (COINS < coins - expiring) throw new AppError('insufficient_funds');

  const change = { FLEETING: -expiring, COINS: expiring - coins };
  await post(tx, posted.transactionId, wallet, change, 'SUBSCRIPTION_REVENUE');
  if (uses.length > 0) await insertLotUses(tx, posted.transactionId, uses);
  return posted;
}

/** The coins available to spend; the wallet is locked until the transaction ends. A player in debt can spend nothing. */
export async function walletLockBalance(tx: Tx, userId: string): Promise<{ spendable: number; debt: number }> {
  const wallet = await lockWallet(tx, userId);
  const { COINS, DEBT } = wallet.holdings;
  const lots = await spendableLots(tx, wallet);
  const spendable = DEBT > 0 ? 0 : lots.reduce((sum, lot) => sum + lot.remaining, COINS);
  return { spendable, debt: DEBT };
}

/** Expired lots are not spent, whether they have been swept or not. */
async function spendableLots(tx: Tx, wallet: Wallet) {
  return wallet.holdings.FLEETING === 0 ? [] : findSpendableLots(tx, wallet.accounts.FLEETING);
}

const lotsAtOnce = 500;

/**
 * Takes expired coins, lot by lot. Any number of processes may do this at once: a wallet in use is left for the next time.
 * @throws AggregateError of the failures, once the others are done
 */
export async function walletExpire(db: Db): Promise<void> {
  const failures: unknown[] = [];
  for (const lot of await findDueLots(db, lotsAtOnce)) {
    await expireLot(db, lot.id, lot.user_id).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} lots could not be expired`);
}

function expireLot(db: Db, lotId: string, userId: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const wallet = await lockWalletIfFree(tx, userId);
    if (!wallet) return;
    const remaining = await findRemaining(tx, lotId);
    if (remaining === 0) return;
    const key = `expire:${lotId}`;
    const { transactionId } = await openTransaction(tx, { kind: 'EXPIRY', key, asked: { lotId }, ref: null });
    await post(tx, transactionId, wallet, { FLEETING: -remaining }, 'BREAKAGE');
    await insertLotUses(tx, transactionId, [{ lotId, amount: remaining }]);
  });
}
