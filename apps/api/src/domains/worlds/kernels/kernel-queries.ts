import type { JavaKernel, KernelChangeState, KernelProblem } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import { type Db, type Tx, msSince, now } from '../../../db/pool.ts';
import type { KernelChanges } from '../../../db/schema.gen.ts';

export type ChangeRow = Selectable<KernelChanges>;

const ended = ['DONE', 'FAILED'];

/** Newest first: one that is under way or has failed, and those that can be undone. */
export function listChanges(db: Db | Tx, realmId: string): Promise<ChangeRow[]> {
  return db
    .selectFrom('kernel_changes')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Those that go on, the oldest of each account first, but for the turns that rest. */
export function listChangeWork(db: Db, resting: readonly string[]) {
  return db
    .selectFrom('kernel_changes as c')
    .innerJoin('realms as r', 'r.id', 'c.realm_id')
    .select(['c.id', 'c.realm_id', 'r.owner_id as account'])
    .where('c.state', 'not in', ended)
    .where(sql<boolean>`c.realm_id <> all(${resting}::uuid[])`)
    .orderBy(sql`row_number() over (partition by r.owner_id order by c.created_at, c.id)`)
    .orderBy('c.created_at')
    .limit(100)
    .execute();
}

/** A change that is being worked on. */
export type ChangeUnderWay = ChangeRow & { switchedForMs: number | null };

export function findChange(db: Db, id: string): Promise<ChangeUnderWay | undefined> {
  return db
    .selectFrom('kernel_changes')
    .selectAll()
    .select(msSince('switched_at').as('switchedForMs'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether a change is under way: until its end nothing else may exchange the world. */
export async function hasChangeUnderWay(db: Db | Tx, realmId: string): Promise<boolean> {
  const row = await db
    .selectFrom('kernel_changes')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('state', 'not in', ended)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewChange {
  realmId: string;
  from: { kernel: string; version: string; jar: string | null };
  to: { kernel: string; version: string; jar: string | null };
  /** The backup whose world is restored. */
  worldId: string | null;
}

/** Replaces one that failed: the page shows only the latest. */
export async function insertChange(tx: Tx, { realmId, from, to, worldId }: NewChange): Promise<void> {
  await tx.deleteFrom('kernel_changes').where('realm_id', '=', realmId).where('state', '=', 'FAILED').execute();
  await tx
    .insertInto('kernel_changes')
    .values({
      realm_id: realmId,
      from_kernel: from.kernel,
      from_version: from.version,
      from_jar: from.jar,
      to_kernel: to.kernel,
      to_version: to.version,
      to_jar: to.jar,
      world_id: worldId,
      is_return: worldId !== null,
      // As that of the realm's power: both are written under the lock of the realm.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
}

interface Further {
  state: KernelChangeState;
  undoing?: boolean;
  problem?: KernelProblem;
  to_jar?: string | null;
  snapshot_id?: string;
  switched_lease?: number;
}

/** Takes it into another state. Where that has the token of the realm's last run, its kernel is the other one from now on. */
export async function setChange(tx: Tx, id: string, further: Further): Promise<void> {
  const switched = further.switched_lease === undefined ? {} : { switched_at: now };
  await tx
    .updateTable('kernel_changes')
    .set({ ...further, ...switched, attempts: 0, progress: null })
    .where('id', '=', id)
    .execute();
}

/** Records that the trial period begins now. */
export async function setSwitchedNow(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('kernel_changes')
    .set({ switched_at: now })
    .where('id', '=', id)
    .where('state', '=', 'STARTING')
    .execute();
}

export async function removeChanges(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('kernel_changes')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export interface JarRow {
  sha256: string;
  kernel: JavaKernel | 'own';
  version: string;
  build: string | null;
  bytes: number;
  java: number;
  url: string;
  /** By which its maker's account names it. */
  identity: string;
  /** For an owner's jar: whether it is one of Bukkit's servers. */
  bukkit: boolean;
}

function selectJars(db: Db) {
  return db
    .selectFrom('kernel_jars')
    .select([
      'sha256',
      'kernel',
      'version',
      'java',
      'url',
      'identity',
      'build',
      'bukkit',
      sql<number>`bytes::float8`.as('bytes'),
    ]);
}

export async function findJar(db: Db, sha256: string): Promise<JarRow | undefined> {
  return (await selectJars(db).where('sha256', '=', sha256).executeTakeFirst()) as JarRow | undefined;
}

export async function findJarOfIdentity(db: Db, identity: string): Promise<JarRow | undefined> {
  return (await selectJars(db).where('identity', '=', identity).executeTakeFirst()) as JarRow | undefined;
}

/** The builds of these jars, in the same order; null for anything that is not a jar, or not a known build. */
export async function buildsOf(
  db: Db,
  jars: readonly (string | null)[],
): Promise<(sha256: string | null) => string | null> {
  const rows = await selectJars(db)
    .where('sha256', 'in', [...new Set(['', ...jars.filter((jar) => jar !== null)])])
    .execute();
  return (sha256) => rows.find((row) => row.sha256 === sha256)?.build ?? null;
}

/** An uploaded jar that its maker also distributes is recorded as the maker's. */
export async function insertJar(db: Db | Tx, jar: JarRow): Promise<void> {
  const { sha256: _, ...more } = jar;
  await db
    .insertInto('kernel_jars')
    .values(jar)
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet(more)
        .where('kernel_jars.kernel', '=', 'own')
        .where(sql<boolean>`excluded.kernel <> 'own'`),
    )
    .execute();
}

/** How many jars beside this one the realm, its ways back and its backups have of its owner's. */
export async function countOwnJars(tx: Tx, realmId: string, beside: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct jar)::int as count from (
      select kernel_jar as jar from realms where id = ${realmId}
      union all select kernel_jar from backups where realm_id = ${realmId}
      union all select unnest(array[from_jar, to_jar]) from kernel_changes where realm_id = ${realmId} and state <> 'FAILED'
    ) held join kernel_jars on sha256 = jar where kernel = 'own' and jar <> ${beside}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Rows of jars that no realm has had for a week, and no backup; own ones for an hour. */
export async function removeUnusedJars(db: Db): Promise<void> {
  await sql`delete from kernel_jars j where created_at < now() - case kernel when 'own' then interval '1 hour' else interval '7 days' end
    and not exists (select from realms where kernel_jar = j.sha256)
    and not exists (select from backups where kernel_jar = j.sha256)
    and not exists (select from kernel_changes where from_jar = j.sha256 or to_jar = j.sha256)`.execute(db);
}

export async function listJars(db: Db): Promise<string[]> {
  return (await db.selectFrom('kernel_jars').select('sha256').execute()).map(({ sha256 }) => sha256);
}

/** When the account accepted the licence at this address; null: not yet. */
export async function findAcceptance(db: Db | Tx, userId: string, url: string): Promise<Date | null> {
  const row = await db
    .selectFrom('eula_acceptances')
    .select('accepted_at')
    .where('user_id', '=', userId)
    .where('url', '=', url)
    .executeTakeFirst();
  return row?.accepted_at ?? null;
}

/** The first time counts. */
export async function insertAcceptance(tx: Tx, userId: string, url: string): Promise<void> {
  await tx
    .insertInto('eula_acceptances')
    .values({ user_id: userId, url })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
