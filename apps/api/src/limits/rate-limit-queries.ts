import { sql } from 'kysely';
import { type Db, now } from '../db/pool.ts';

/** A window that ends later than one starting now was set by a clock that was ahead: it is ignored. */
const slackSeconds = 60;

interface Counted {
  count: number;
  secondsLeft: number;
}

/** Counts one more within the current window, or starts a new one of so many seconds. */
export async function countAttempt(db: Db, key: string, seconds: number): Promise<Counted> {
  const counted = await count(db, key, seconds, null);
  if (!counted) throw new Error('An attempt was not counted');
  return counted;
}

/** The same while fewer than so many are counted; otherwise nothing changes. @returns null then */
export function countAttemptBelow(db: Db, key: string, seconds: number, below: number): Promise<Counted | null> {
  return count(db, key, seconds, below);
}

/** The count within the current window. */
export async function findAttempts(db: Db, key: string): Promise<Counted> {
  const row = await db
    .selectFrom('attempts')
    .select(['count', secondsLeft])
    .where('key', '=', key)
    .where('window_ends_at', '>', now)
    .executeTakeFirst();
  return row ?? { count: 0, secondsLeft: 0 };
}

const secondsLeft = sql<number>`ceil(extract(epoch from window_ends_at - now()))::integer`.as('secondsLeft');

async function count(db: Db, key: string, seconds: number, below: number | null): Promise<Counted | null> {
  const windowEndsAt = sql<Date>`now() + make_interval(secs => ${seconds})`;
  const isOver = sql<boolean>`(attempts.window_ends_at <= now()
    or attempts.window_ends_at > now() + make_interval(secs => ${seconds + slackSeconds}))`;
  const row = await db
    .insertInto('attempts')
    .values({ key, count: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql<number>`case when ${isOver} then 1 else attempts.count + 1 end`,
          window_ends_at: sql<Date>`case when ${isOver} then excluded.window_ends_at else attempts.window_ends_at end`,
        })
        .where(sql<boolean>`${below}::integer is null or ${isOver} or attempts.count < ${below}`),
    )
    .returning(['count', secondsLeft])
    .executeTakeFirst();
  return row ?? null;
}

export async function uncountAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('key', '=', key)
    .execute();
}

export async function deleteAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute();
}

export async function deleteEndedAttempts(db: Db): Promise<void> {
  await db.deleteFrom('attempts').where('window_ends_at', '<=', now).execute();
}
