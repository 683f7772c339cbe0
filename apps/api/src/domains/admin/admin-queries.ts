import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';

export interface Search {
  page: number;
  size: number;
  /** Part of a name, or an id; everything when empty. */
  q: string;
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export async function listUsers(db: Db, { page, size, q }: Search) {
  let found = db.selectFrom('users as u');
  if (isId(q)) found = found.where('u.id', '=', q);
  else if (q !== '') found = found.where((where) => where(sql`strpos(u.lowercase_nickname, lower(${q}))`, '>', 0));
  // Only what is shown is looked up further.
  const part = found
    .select('u.id')
    .orderBy('u.lowercase_nickname')
    .limit(size)
    .offset(page * size);
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('users as u')
      .where('u.id', 'in', part)
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
      .orderBy('u.lowercase_nickname')
      .execute(),
    found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

function balanceOf(kind: 'COINS' | 'FLEETING' | 'DEBT') {
  return sql<string>`(select coalesce(sum(balance), 0) from accounts where user_id = u.id and kind = ${kind})`;
}

export async function listRealms(db: Db, { page, size, q }: Search) {
  let found = db
    .selectFrom('realms as r')
    .innerJoin('users as o', 'o.id', 'r.owner_id')
    .where('r.deleted_at', 'is', null);
  if (isId(q)) found = found.where((where) => where.or([where('r.id', '=', q), where('r.owner_id', '=', q)]));
  else if (q !== '') {
    found = found.where((where) =>
      where.or([
        where(sql`strpos(lower(r.name), lower(${q}))`, '>', 0),
        where(sql`strpos(lower(r.address), lower(${q}))`, '>', 0),
        where('o.lowercase_nickname', '=', q.toLowerCase()),
      ]),
    );
  }
  const [rows, { total }] = await Promise.all([
    found
      .selectAll('r')
      .select('o.nickname as ownerUsername')
      .orderBy(sql`lower(r.address)`)
      .limit(size)
      .offset(page * size)
      .execute(),
    found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
