import type { Db } from '../../db/pool.ts';
import { AskedTogether } from '../../limits/asked-together.ts';
import { type ListedRealms, loadRealmLists } from './realm-list-queries.ts';

/** The realms that an account owns or is a partner of, by the account's id. */
export type RealmLists = AskedTogether<ListedRealms>;

export const createRealmLists = (db: Db): RealmLists => new AskedTogether((userIds) => loadRealmLists(db, userIds));
