import type { Role } from '@realmkeep/contract';
import type { Db } from '../../db/pool.ts';
import { audit } from '../audit/audit.ts';
import { setRole } from '../identity/users/user-standing.ts';

/**
 * Makes an account an operator's, or takes that back: for the console of the machine.
 * @returns the nickname as it is written; null if nobody has it
 */
export async function adminGrant(db: Db, nickname: string, role: Role): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const user = await setRole(tx, nickname, role);
    if (!user) return null;
    const action = role === 'ADMIN' ? 'adminGrant' : 'adminRevoke';
    await audit(tx, { actor: { userId: null }, action, subject: { id: user.id, name: user.nickname } });
    return user.nickname;
  });
}
