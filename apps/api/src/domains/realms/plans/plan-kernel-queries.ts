import { kernelKinds, type PlanKernels, type Tier, tiers } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { PlanKernels as Row } from '../../../db/schema.gen.ts';

/** The whole table, in the order of tiers and kernels. */
export async function loadPlans(db: Db | Tx): Promise<{ revision: number; plans: PlanKernels[] }> {
  return tableOf(await db.selectFrom('plan_kernels').selectAll().execute());
}

/** The same, locked until the transaction ends: creations and changes that have asked for their plan are waited for. */
export async function lockPlans(tx: Tx): Promise<{ revision: number; plans: PlanKernels[] }> {
  const rows = tx.selectFrom('plan_kernels').selectAll().orderBy('tier').orderBy('kernel').forUpdate();
  return tableOf(await rows.execute());
}

/** One plan, locked until the transaction ends. */
export async function holdPlanRows(tx: Tx, tier: Tier): Promise<PlanKernels> {
  const rows = tx.selectFrom('plan_kernels').selectAll().where('tier', '=', tier).orderBy('kernel').forShare();
  return planOf(tier, await rows.execute());
}

export async function updatePlans(tx: Tx, plans: readonly PlanKernels[]): Promise<void> {
  // There is one default at any time.
  await tx
    .updateTable('plan_kernels')
    .set({ is_default: false, revision: sql<number>`revision + 1` })
    .execute();
  for (const { tier, defaultKernel, kernels } of plans) {
    for (const { kernel, allowed, memoryMiB } of kernels) {
      await tx
        .updateTable('plan_kernels')
        .set({ allowed, memory_mib: memoryMiB, is_default: kernel === defaultKernel })
        .where('tier', '=', tier)
        .where('kernel', '=', kernel)
        .execute();
    }
  }
}

/**
 * Turns off the realms that are on and run what their owner's plan does not include.
 * @param ownerId only this account's
 * @returns how many
 */
export async function turnOffUnplanned(tx: Tx, ownerId?: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('realms')
    .set({ power: 'OFF' })
    .where('power', '=', 'ON')
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`not (select allowed from plan_kernels k join users o on o.tier = k.tier
        where o.id = realms.owner_id and k.kernel = realms.kernel)`,
    )
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function tableOf(rows: readonly Selectable<Row>[]): { revision: number; plans: PlanKernels[] } {
  const plans = tiers.map((tier) =>
    planOf(
      tier,
      rows.filter((row) => row.tier === tier),
    ),
  );
  return { revision: rows[0]?.revision ?? 1, plans };
}

function planOf(tier: Tier, rows: readonly Selectable<Row>[]): PlanKernels {
  return {
    tier,
    defaultKernel: (rows.find(({ is_default }) => is_default)?.kernel ?? 'sandbox') as PlanKernels['defaultKernel'],
    kernels: kernelKinds.map((kernel) => {
      const row = rows.find((one) => one.kernel === kernel);
      if (!row) throw new Error(`The plan ${tier} says nothing of the kernel ${kernel}`);
      return { kernel, allowed: row.allowed, memoryMiB: row.memory_mib };
    }),
  };
}
