import type { Db } from '../../db/pool.ts';
import { chatAccountsHeld, exportTables } from './export-queries.ts';
import { findLogin } from '../identity/users/user-login.ts';

/** Everything kept about an account, table by table, without its secrets; null if there is no such account. */
export async function userExport(db: Db, nickname: string): Promise<Record<string, unknown> | null> {
  const user = await findLogin({ db }, nickname);
  if (!user) return null;
  // One snapshot of all tables.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      made: new Date().toISOString(),
      account: user.nickname,
      ...(await exportTables(tx, user.id)),
      chat_accounts_ever_linked: await chatAccountsHeld(tx, user.id),
    }));
}
