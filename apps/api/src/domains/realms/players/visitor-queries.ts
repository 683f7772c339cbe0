import { type PageQuery, visitorDays } from '@realmkeep/contract';
import { sql } from 'kysely';
import { listPage } from '../../../db/list-page.ts';
import type { Db } from '../../../db/pool.ts';

/** A bound on what somebody can fill with made-up names. */
const mostVisitors = 1000;

export interface Visit {
  nickname: string;
  guest: boolean;
}

/** Notes that they are on, or were until now. @param visits each once, ignoring case */
export async function recordVisits(db: Db, realmId: string, visits: readonly Visit[]): Promise<void> {
  await sql`insert into realm_visitors (realm_id, key, nickname, guest)
    select r.id, lower(v.nickname), v.nickname, v.guest from realms r,
      unnest(${visits.map(({ nickname }) => nickname)}::text[], ${visits.map(({ guest }) => guest)}::boolean[]) as v (nickname, guest)
    where r.id = ${realmId}
    on conflict (realm_id, key, guest) do update set last_seen = now(), nickname = excluded.nickname`.execute(db);
  await sql`delete from realm_visitors where realm_id = ${realmId} and (key, guest) in (
    select key, guest from realm_visitors where realm_id = ${realmId} order by last_seen desc offset ${mostVisitors})`.execute(
    db,
  );
}

const has = (kind: string) =>
  sql<boolean>`exists (select from realm_access a where a.realm_id = v.realm_id and a.kind = ${kind} and a.key = v.key
    and (a.until is null or a.until > now()))`;

/** With what the realm's rules say of each. */
export function listVisitors(db: Db, realmId: string, query: PageQuery<'lastSeen' | 'firstSeen' | 'nickname'>) {
  const found = db
    .selectFrom('realm_visitors as v')
    .select(['v.nickname', 'v.guest', 'v.first_seen', 'v.last_seen'])
    .select([has('WHITELIST').as('listed'), has('OPERATOR').as('operator'), has('BAN').as('banned')])
    .where('v.realm_id', '=', realmId);
  const columns = { lastSeen: sql.ref('v.last_seen'), firstSeen: sql.ref('v.first_seen'), nickname: sql.ref('v.key') };
  return listPage(found, query, columns, sql`(v.key, v.guest)`);
}

export async function deleteOldVisits(db: Db): Promise<void> {
  await db
    .deleteFrom('realm_visitors')
    .where('last_seen', '<', sql<Date>`now() - make_interval(days => ${visitorDays})`)
    .execute();
}
