import type { PageQuery } from '@realmkeep/contract';
import { type RawBuilder, sql } from 'kysely';
import { listPage } from '../../db/list-page.ts';
import type { Db } from '../../db/pool.ts';

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Accounts beyond these are found by a search. */
const most = 10_000;

/** Whether a column starts with the text. Uses indexes in byte order. */
const begins = (text: RawBuilder<unknown>, q: string) => sql<boolean>`${text} collate "C" ^@ lower(${q})`;

/** @param query `q` is the beginning of a nickname, or an id; everything when empty */
export async function listUsers(db: Db, query: PageQuery<'nickname' | 'reg_date' | 'login_date'> & { q: string }) {
  const { q } = query;
  let found = db.selectFrom('users as u').select('u.id');
  if (isId(q)) found = found.where('u.id', '=', q);
  else if (q !== '') found = found.where(begins(sql.ref('u.lowercase_nickname'), q));
  const columns = {
    nickname: sql.ref('u.lowercase_nickname'),
    reg_date: sql.ref('u.reg_date'),
    login_date: sql`coalesce(u.login_date, '-infinity')`,
  };
  const list = await listPage(found, query, columns, sql.ref('u.id'), { db, most });
  // Look up the rest only for the rows that are shown.
  const ids = list.items.map(({ id }) => id);
  const items = await db
    .selectFrom('users as u')
    .where('u.id', '=', sql<string>`any(${ids}::uuid[])`)
    .select([
      'u.id',
      'u.nickname',
      'u.role',
      'u.tier',
      'u.reg_date',
      'u.login_date',
      'u.blocked_at',
      'u.blocked_reason',
    ])
    .select([
      balanceOf('COINS').as('coins'),
      balanceOf('FLEETING').as('fleeting'),
      balanceOf('DEBT').as('debt'),
      sql<string>`(select count(*) from realms where owner_id = u.id and deleted_at is null)`.as('realms'),
    ])
    .orderBy(sql`array_position(${ids}::uuid[], u.id)`)
    .execute();
  return { ...list, items };
}

function balanceOf(kind: 'COINS' | 'FLEETING' | 'DEBT') {
  return sql<string>`(select coalesce(sum(balance), 0) from accounts where user_id = u.id and kind = ${kind})`;
}

/** @param query `q` is the beginning of a name or an address, an owner's whole nickname, or an id of either; everything when empty */
export function listRealms(db: Db, query: PageQuery<'domain' | 'created' | 'lastActivity'> & { q: string }) {
  const { q } = query;
  let found = db
    .selectFrom('realms as r')
    .innerJoin('users as o', 'o.id', 'r.owner_id')
    .where('r.deleted_at', 'is', null)
    .selectAll('r')
    .select('o.nickname as ownerUsername');
  if (isId(q)) found = found.where((where) => where.or([where('r.id', '=', q), where('r.owner_id', '=', q)]));
  else if (q !== '') {
    found = found.where(
      'r.id',
      'in',
      sql<string>`(
        select id from realms where deleted_at is null and ${begins(sql`lower(name)`, q)}
        union all select id from realms where deleted_at is null and ${begins(sql`lower(address)`, q)}
        union all select r.id from users u join realms r on r.owner_id = u.id where u.lowercase_nickname = lower(${q})
      )`,
    );
  }
  const columns = {
    domain: sql`lower(r.address)`,
    created: sql.ref('r.created_at'),
    lastActivity: sql`coalesce(r.last_activity_at, '-infinity')`,
  };
  return listPage(found, query, columns, sql.ref('r.id'), { db, most });
}
