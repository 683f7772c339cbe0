import type { Language } from '@realmkeep/contract';
import type { Db, Tx } from '../../../db/pool.ts';
import { loadUser } from './user-queries.ts';

/** The language in which the account is spoken to. */
export async function languageOf(db: Db | Tx, userId: string): Promise<Language> {
  return (await loadUser(db, userId)).language as Language;
}
