import type { ErrorCode, ErrorParams, ScheduleBody, ScheduleOutcome } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import { type Db, type Tx, now } from '../../db/pool.ts';
import type { RealmSchedules } from '../../db/schema.gen.ts';

export type ScheduleRow = Selectable<RealmSchedules>;

/** The most that are listed, or processed, per realm; a tier allows 20. */
const listMax = 100;

export function listSchedules(db: Db | Tx, realmId: string): Promise<ScheduleRow[]> {
  return db
    .selectFrom('realm_schedules')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(listMax)
    .execute();
}

export function findSchedule(db: Db, realmId: string, id: string): Promise<ScheduleRow | undefined> {
  return db
    .selectFrom('realm_schedules')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertSchedule(
  tx: Tx,
  schedule: { realmId: string; authorId: string; body: ScheduleBody; nextRun: Date | null },
): Promise<void> {
  await tx
    .insertInto('realm_schedules')
    .values({
      realm_id: schedule.realmId,
      author_id: schedule.authorId,
      author_nickname: sql<string>`(select nickname from users where id = ${schedule.authorId})`,
      ...columnsOf(schedule.body, schedule.nextRun),
    })
    .execute();
}

/** @returns whether there is such a schedule of the realm */
export async function updateSchedule(
  tx: Tx,
  realmId: string,
  id: string,
  body: ScheduleBody,
  nextRun: Date | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('realm_schedules')
    .set(columnsOf(body, nextRun))
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

function columnsOf({ name, action, command, time, weekdays, zone, enabled }: ScheduleBody, nextRun: Date | null) {
  return {
    name,
    action,
    command: action === 'COMMAND' ? command : null,
    time,
    weekdays: [...new Set(weekdays)].toSorted((a, b) => a - b),
    zone,
    enabled,
    next_run: nextRun,
  };
}

/** @returns its name, or nothing if there is no such schedule of the realm */
export function deleteSchedule(tx: Tx, realmId: string, id: string) {
  return tx
    .deleteFrom('realm_schedules')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}

export interface DueRow extends ScheduleRow {
  next_run: Date;
  ownerTier: string;
  /** How many of the realm were made before it. */
  rank: number;
}

/** Those that are due by the database's clock, the longest overdue first. */
export async function selectDue(db: Db, limit: number): Promise<{ now: Date; rows: DueRow[] }> {
  const rows = await db
    .selectFrom('realm_schedules as s')
    .innerJoin('realms as r', 'r.id', 's.realm_id')
    .innerJoin('users as o', 'o.id', 'r.owner_id')
    .selectAll('s')
    .select([
      'o.tier as ownerTier',
      now.as('now'),
      sql<number>`(select count(*)::integer from realm_schedules e
        where e.realm_id = s.realm_id and (e.created_at, e.id) < (s.created_at, s.id))`.as('rank'),
    ])
    .where('r.deleted_at', 'is', null)
    .where('s.next_run', '<=', now)
    .orderBy('s.next_run')
    .limit(limit)
    .$narrowType<{ next_run: Date }>()
    .execute();
  return { now: rows[0]?.now ?? new Date(), rows };
}

/**
 * Takes the run of a schedule that is due, and moves it on: of many processes one has it.
 * @param outcome `begun`, or `missed` where nothing is done any more
 */
export async function takeRun(
  db: Db,
  { id, next_run: due }: Pick<DueRow, 'id' | 'next_run'>,
  next: Date,
  outcome: 'begun' | 'missed',
): Promise<boolean> {
  const row = await db
    .updateTable('realm_schedules')
    .set({ next_run: next, last_at: due, last_outcome: outcome, last_error: null })
    .where('id', '=', id)
    .where('next_run', '=', due)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes a run that was asked for. @returns when; nothing if the schedule is gone */
export async function beginRun(db: Db, id: string): Promise<Date | undefined> {
  const row = await db
    .updateTable('realm_schedules')
    .set({ last_at: now, last_outcome: 'begun', last_error: null })
    .where('id', '=', id)
    .returning('last_at')
    .executeTakeFirst();
  return row?.last_at ?? undefined;
}

export interface Outcome {
  outcome: Exclude<ScheduleOutcome, 'begun' | 'missed'>;
  error: { code: ErrorCode; params: ErrorParams } | null;
}

/** What came of the run that began then, unless another has begun since. */
export async function recordOutcome(db: Db, id: string, begun: Date, { outcome, error }: Outcome): Promise<void> {
  await db
    .updateTable('realm_schedules')
    .set({ last_outcome: outcome, last_error: error && JSON.stringify(error) })
    .where('id', '=', id)
    .where('last_at', '=', begun)
    .where('last_outcome', '=', 'begun')
    .execute();
}
