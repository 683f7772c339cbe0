import type { AddonKind, AddonProblem } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { AddonOrders } from '../../../db/schema.gen.ts';

export type AddonOrderRow = Selectable<AddonOrders>;

interface NewOrder {
  realmId: string;
  userId: string;
  kind: AddonKind;
  projectId: string;
  title: string;
}

/** In the place of the one before. @returns undefined while that goes on */
export function insertOrder(
  tx: Tx,
  { realmId, userId, kind, projectId, title }: NewOrder,
): Promise<AddonOrderRow | undefined> {
  const order = { user_id: userId, kind, project_id: projectId, title };
  return tx
    .insertInto('addon_orders')
    .values({ realm_id: realmId, ...order })
    .onConflict((conflict) =>
      conflict
        .column('realm_id')
        .doUpdateSet({
          ...order,
          id: sql`gen_random_uuid()`,
          state: 'RUNNING',
          problem: null,
          subject: null,
          attempts: 0,
          progress: null,
          created_at: sql`now()`,
        })
        .where('addon_orders.state', '<>', 'RUNNING'),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The last of a realm. */
export function findOrder(db: Db, realmId: string): Promise<AddonOrderRow | undefined> {
  return db.selectFrom('addon_orders').selectAll().where('realm_id', '=', realmId).executeTakeFirst();
}

export function findOrderById(db: Db, id: string): Promise<AddonOrderRow | undefined> {
  return db.selectFrom('addon_orders').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Those that go on, the oldest of each account first, but for the turns that rest, and for worlds that others are working on. */
export function listAddonWork(db: Db, resting: readonly string[]) {
  return db
    .selectFrom('addon_orders as o')
    .innerJoin('realms as r', 'r.id', 'o.realm_id')
    .select(['o.id', 'o.realm_id', 'r.owner_id as account'])
    .where('o.state', '=', 'RUNNING')
    .where('r.world_held', '=', false)
    .where('r.deleted_at', 'is', null)
    .where(sql<boolean>`o.realm_id <> all(${resting}::uuid[])`)
    .orderBy(sql`row_number() over (partition by r.owner_id order by o.created_at, o.id)`)
    .orderBy('o.created_at')
    .limit(100)
    .execute();
}

/** @returns whether it went on until now */
export async function endOrder(
  tx: Db | Tx,
  id: string,
  failure: { problem: AddonProblem; subject: string | null } | null,
): Promise<boolean> {
  const ended = await tx
    .updateTable('addon_orders')
    .set({ state: failure ? 'FAILED' : 'DONE', problem: null, subject: null, progress: null, ...failure })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

export async function noteChanged(tx: Tx, realmId: string, at: Date): Promise<void> {
  await tx
    .insertInto('addon_changes')
    .values({ realm_id: realmId, changed_at: at })
    .onConflict((conflict) => conflict.column('realm_id').doUpdateSet({ changed_at: at }))
    .execute();
}

/** When the realm's add-ons were changed last; null: never. */
export async function findChanged(db: Db, realmId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('addon_changes')
    .select('changed_at')
    .where('realm_id', '=', realmId)
    .executeTakeFirst();
  return row?.changed_at ?? null;
}
