import { setTimeout as wait } from 'node:timers/promises';
import { type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { carryOut } from './schedule-carry-out.ts';
import { isTooLate, nextRun } from './schedule-policy.ts';
import { type DueRow, recordOutcome, selectDue, takeRun } from './schedule-queries.ts';

/** Schedules that are carried out side by side. */
const parallel = 16;
/** Those that nobody waits for any more, and the others, of this process. */
const most = 100;
/** So long the others wait for one: a realm that is being copied takes a command only afterwards. */
const patienceMs = 30_000;

/** Carries out every schedule that is due. One that is too late is recorded as missed. */
export async function schedulesFire(ctx: Context): Promise<void> {
  for (;;) {
    if (underWay >= most) return;
    const { now, rows } = await selectDue(ctx.db, parallel);
    await Promise.all(rows.map((row) => fire(ctx, row, now)));
    if (rows.length < parallel) return;
  }
}

/** Taken before it is carried out: what a crash cuts off is not done a second time, and shows as begun. */
async function fire(ctx: Context, row: DueRow, now: Date): Promise<void> {
  const missed = isTooLate(row.next_run, now);
  if (!(await takeRun(ctx.db, row, nextRun(row, now), missed ? 'missed' : 'begun'))) return;
  ctx.log.info({ scheduleId: row.id, realmId: row.realm_id, action: row.action, missed }, 'a schedule is due');
  if (missed) return;
  const done = settle(ctx, row);
  await Promise.race([done, wait(patienceMs, undefined, { ref: false })]);
}

let underWay = 0;

async function settle(ctx: Context, row: DueRow): Promise<void> {
  underWay += 1;
  const limit = tierLimits[row.ownerTier as Tier].schedules;
  const outcome =
    row.rank < limit
      ? await carryOut(ctx, row, null)
      : ({ outcome: 'refused', error: { code: 'schedule_limit', params: { limit } } } as const);
  await recordOutcome(ctx.db, row.id, row.next_run, outcome).catch((error: unknown) =>
    ctx.log.error({ err: error, scheduleId: row.id }, 'failed to record the outcome of a schedule'),
  );
  underWay -= 1;
}
