import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';

/** Counts one more within the window that runs, or begins a new one of so many seconds. */
export async function countAttempt(
  db: Db,
  key: string,
  seconds: number,
): Promise<{ count: number; secondsLeft: number }> {
  const windowEndsAt = sql<Date>`now() + make_interval(secs => ${seconds})`;
  return db
    .insertInto('attempts')
    .values({ key, count: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when attempts.window_ends_at <= now() then 1 else attempts.count + 1 end`,
        window_ends_at: sql<Date>`case when attempts.window_ends_at <= now() then excluded.window_ends_at
          else attempts.window_ends_at end`,
      }),
    )
    .returning(['count', sql<number>`ceil(extract(epoch from window_ends_at - now()))::integer`.as('secondsLeft')])
    .executeTakeFirstOrThrow();
}

export async function deleteAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute();
}

export async function deleteEndedAttempts(db: Db): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where('window_ends_at', '<=', sql<Date>`now()`)
    .execute();
}
