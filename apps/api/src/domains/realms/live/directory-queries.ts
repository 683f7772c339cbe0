import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import type { RealmRow } from '../realm-queries.ts';

/** Whether it needs nothing as long as none of its processes live. The index realms_active holds all others: its predicate is the negation of this. */
export function isAtRest(row: Pick<RealmRow, 'deleted_at' | 'power' | 'asleep_at' | 'blocked_at'>): boolean {
  return row.deleted_at === null && (row.power !== 'ON' || row.asleep_at !== null || row.blocked_at !== null);
}

const active = sql<boolean>`(deleted_at is not null or power = 'ON' and asleep_at is null and blocked_at is null)`;

const pageSize = 5_000;

/** The ids of all that are not at rest, in pages. */
export async function* activeRealmIds(db: Db): AsyncGenerator<string[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await selectActive(db, after).execute();
    const last = rows.at(-1);
    if (last) yield rows.map(({ id }) => id);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}

export function selectActive(db: Db, after: string) {
  return db.selectFrom('realms').select('id').where(active).where('id', '>', after).orderBy('id').limit(pageSize);
}

/** Those that the user owns, and those that they are a partner of, whether or not the owner's plan has any. */
export function selectOfMember(db: Db, userId: string) {
  return db
    .selectFrom('realms')
    .select('id')
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .unionAll(db.selectFrom('realm_partners').select('realm_id as id').where('user_id', '=', userId));
}

interface Standing {
  off: number;
  asleep: number;
  blocked: number;
}

/** How many realms there are of what the row alone says. One scan of the index realms_standing. */
export async function countStanding(db: Db): Promise<Standing> {
  const { rows } = await selectStanding.execute(db);
  return rows[0] ?? { off: 0, asleep: 0, blocked: 0 };
}

export const selectStanding = sql<Standing>`select
    count(*) filter (where blocked_at is null and power <> 'ON')::integer as off,
    count(*) filter (where blocked_at is null and power = 'ON' and asleep_at is not null)::integer as asleep,
    count(blocked_at)::integer as blocked
  from realms where deleted_at is null`;
