import { type PageQuery, partneredListMax } from '@realmkeep/contract';
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { askedIds } from '../../db/asked-ids.ts';
import { listPage } from '../../db/list-page.ts';
import type { Db } from '../../db/pool.ts';
import { dnsOfRealm } from './dns/dns-of-realm.ts';
import { hasPartners, partnerUsernames } from './realm-queries.ts';
import type { ListedRealm } from './realm-views.ts';

/** Only the columns that a list shows: the rest of a row would cost a third of the call. */
function selectListed(db: Db) {
  return db
    .selectFrom('realms as r')
    .innerJoin('users as o', 'o.id', 'r.owner_id')
    .select([
      'r.id',
      'r.name',
      'r.address',
      'r.description',
      'r.owner_id',
      'r.power',
      'r.blocked_at',
      'r.crash_count',
      'r.slots',
      'r.asleep_at',
      'r.restart_lease',
      'r.out_of_room_at',
      'r.world_held',
    ])
    .select([
      'r.overlimit',
      'r.deletion_timeout',
      'r.last_activity_at',
      'r.game_mode',
      'r.map',
      'o.nickname as ownerUsername',
      partnerUsernames,
      dnsOfRealm,
    ])
    .where('r.deleted_at', 'is', null);
}

/** A value, or a column of an outer query. */
type Id = string | RawBuilder<string>;

const ownedBy = (userId: Id) => sql`select id from realms where owner_id = ${userId} and deleted_at is null`;
const sharedWith = (userId: Id) => sql`from realm_partners p join realms r on r.id = p.realm_id
  join users o on o.id = r.owner_id where p.user_id = ${userId} and r.deleted_at is null and ${hasPartners}`;

/** All that the user owns, then the first of those that they are a partner of, oldest first. */
export function selectRealmLists(db: Db, userId: Id, partneredMax: number) {
  return selectListed(db)
    .select(sql<number>`(select count(*)::int ${sharedWith(userId)})`.as('partneredTotal'))
    .where(
      'r.id',
      'in',
      sql<string>`(${ownedBy(userId)} union all
        (select r.id ${sharedWith(userId)} order by r.created_at, r.id limit ${partneredMax}))`,
    )
    .orderBy(sql`r.owner_id <> ${userId}`)
    .orderBy('r.created_at')
    .orderBy('r.id');
}

/** Each list as one value: describing each column with every answer, and parsing each by its type, costs more than parsing JSON. */
export async function loadRealmLists(db: Db, userIds: string[]): Promise<Map<string, ListedRealms>> {
  const lists = await db
    .selectFrom(askedIds(userIds))
    .select([
      'asked.id as userId',
      jsonArrayFrom(selectRealmLists(db, sql<string>`asked.id`, partneredListMax)).as('realms'),
    ])
    .execute();
  return new Map(lists.map(({ userId, realms }) => [userId, realms]));
}

/** Timestamps are text. */
export type ListedRealms = (ListedRealm & { owner_id: string; partneredTotal: number })[];

/** @param query `as` leaves only those that the user owns, or only those that they are a partner of */
export function listRealmsOf(
  db: Db,
  userId: string,
  query: PageQuery<'created' | 'name' | 'domain' | 'ownerUsername'> & { as?: 'OWNER' | 'PARTNER' | undefined },
) {
  const shared = sql`select r.id ${sharedWith(userId)}`;
  const ids = { OWNER: ownedBy(userId), PARTNER: shared, BOTH: sql`${ownedBy(userId)} union all ${shared}` };
  const found = selectListed(db).where('r.id', 'in', sql<string>`(${ids[query.as ?? 'BOTH']})`);
  const columns = {
    created: sql.ref('r.created_at'),
    name: sql`lower(r.name)`,
    domain: sql`lower(r.address)`,
    ownerUsername: sql.ref('o.lowercase_nickname'),
  };
  return listPage(found, query, columns, sql.ref('r.id'));
}
