import type { Db } from '../../db/pool.ts';
import { loadLogin } from '../identity/users/user-login.ts';
import { walletReverse } from '../coins/wallet/wallet-reverse.ts';
import { audit } from '../audit/audit.ts';

/**
 * Takes back a grant, a bonus or a subscription's payment that should not have been, once: for the console of the machine.
 * @param transactionId as the statement names it
 * @returns the nickname of whose coins it was
 * @throws Error when it cannot be taken back
 */
export async function adminCoinsReverse(db: Db, transactionId: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const { fresh, userId } = await walletReverse(tx, transactionId);
    const { nickname } = await loadLogin(tx, userId);
    if (fresh) {
      const details = { transaction: transactionId };
      await audit(tx, {
        actor: { userId: null },
        action: 'coinsReverse',
        subject: { id: userId, name: nickname },
        details,
      });
    }
    return nickname;
  });
}
