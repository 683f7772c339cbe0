import type { Db, Tx } from '../../../db/pool.ts';
import { findBalances, findExpiring } from './statement-queries.ts';

export interface WalletBalance {
  coins: number;
  /** Coins that expire, the soonest first. */
  expiring: { amount: number; expiration_date: string }[];
  /** Coins that are held while a payment is disputed. */
  held: number;
  /** Coins that are owed: nothing can be bought until they are repaid. */
  debt: number;
}

/** What a player has. */
export async function walletBalance(db: Db | Tx, userId: string): Promise<WalletBalance> {
  const { coins, held, debt } = await findBalances(db, userId);
  const lots = await findExpiring(db, userId);
  const expiring = lots.map(({ amount, expiresAt }) => ({ amount, expiration_date: expiresAt.toISOString() }));
  return { coins, expiring, held, debt };
}
