import type { Tx } from '../../db/pool.ts';
import { lockVisibleRealm } from '../realms/realm-access.ts';

/** Whether the account may send files for the realm. That there is no room is seen when one is put in its place. @throws AppError realm_unknown */
export async function fileUploadCheck(tx: Tx, userId: string, realmId: string): Promise<void> {
  await lockVisibleRealm(tx, userId, realmId);
}
