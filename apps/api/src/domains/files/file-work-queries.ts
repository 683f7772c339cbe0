import type { ErrorCode, RealmFilesWork } from '@realmkeep/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';

/** The process doing the work reports every few seconds that it continues. */
const claimFor = sql<Date>`now() + interval '10 seconds'`;
const goesOn = sql<boolean>`coalesce(file_works.claimed_until > now(), false)`;

type NewWork = Pick<RealmFilesWork, 'id' | 'kind' | 'path'>;

/** Records that work has begun, unless the realm has other work in progress. @returns whether it was recorded */
export async function claimWork(db: Db, realmId: string, { id, kind, path }: NewWork): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('file_works')
    .values({ realm_id: realmId, id, kind, path, claimed_until: claimFor })
    .onConflict((conflict) =>
      conflict
        .column('realm_id')
        .doUpdateSet({
          id,
          kind,
          path,
          bytes: 0,
          state: 'WAITING',
          error: null,
          cancelled: false,
          begun_at: sql`now()`,
          claimed_until: claimFor,
        })
        .where(sql<boolean>`not ${goesOn}`),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** The realm's latest work; it has failed if its process no longer reports. */
export async function findWork(db: Db, realmId: string): Promise<RealmFilesWork | null> {
  const over = sql`case when cancelled then 'CANCELLED' else 'FAILED' end`;
  const row = await db
    .selectFrom('file_works')
    .select(['id', 'kind', 'path', 'error', sql<number>`bytes::float8`.as('bytes')])
    .select(sql<string>`case when claimed_until <= now() then ${over} else state end`.as('state'))
    .where('realm_id', '=', realmId)
    .executeTakeFirst();
  if (!row) return null;
  const { kind, state, error } = row as RealmFilesWork & { error: ErrorCode | null };
  return { ...row, kind, state, error };
}

/**
 * Records progress, and the outcome of finished work.
 * @returns the work that still belongs to this process, and whether each is to be cancelled
 */
export async function writeWorks(
  db: Db,
  works: readonly RealmFilesWork[],
): Promise<{ id: string; cancelled: boolean }[]> {
  const column = <K extends keyof RealmFilesWork>(name: K) => works.map((work) => work[name]);
  const { rows } = await sql<{ id: string; cancelled: boolean }>`update file_works
    set bytes = work.bytes, state = work.state, error = work.error,
      claimed_until = case when work.state in ('WAITING', 'RUNNING') then ${claimFor} end
    from unnest(${column('id')}::uuid[], ${column('bytes')}::bigint[], ${column('state')}::text[], ${column('error')}::text[])
      as work (id, bytes, state, error)
    where file_works.id = work.id and claimed_until is not null
    returning file_works.id, cancelled`.execute(db);
  return rows;
}

/** Has the process doing the work cancel it. @returns whether any is in progress */
export async function cancelWork(db: Db, realmId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file_works')
    .set({ cancelled: true })
    .where('realm_id', '=', realmId)
    .where(goesOn)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the realm's latest work if it is over. */
export async function forgetWork(db: Db, realmId: string): Promise<void> {
  await db
    .deleteFrom('file_works')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`not ${goesOn}`)
    .execute();
}

/** Deletes work from more than a day ago. */
export async function deleteOldWorks(db: Db): Promise<void> {
  await db
    .deleteFrom('file_works')
    .where('begun_at', '<=', sql<Date>`now() - interval '1 day'`)
    .where(sql<boolean>`not ${goesOn}`)
    .execute();
}
