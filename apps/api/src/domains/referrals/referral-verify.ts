import type { Tx } from '../../db/pool.ts';

/**
 * To be called at every linking of a chat account, within its transaction: pays the referral bonus if it is due.
 * @param chatAccount `{platform}:{the platform's own id of the account}`
 */
export async function referralVerify(_tx: Tx, _linked: { userId: string; chatAccount: string }): Promise<void> {}
