import type { Db } from '../../../db/pool.ts';
import { isUnreachable } from '../../../http/errors.ts';
import { lockWalletIfFree, openTransaction, post } from './wallet-post.ts';
import { findDueLots, findRemaining, insertLotUses } from './wallet-queries.ts';

const lotsAtOnce = 500;

/**
 * Takes expiring coins whose time is up, lot by lot. Any number of processes may do it at once: a wallet that is in use is
 * left for the next time.
 * @throws AggregateError of those that failed, when the others have been done
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
