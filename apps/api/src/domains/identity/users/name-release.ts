import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/pool.ts';
import { isUnused } from './release-queries.ts';

const dayMs = 24 * 3_600_000;

/** When the name of an account that nobody has used yet becomes free; null: it does not. */
export async function nameReleaseAt(ctx: Context, user: { id: string; reg_date: Date }): Promise<Date | null> {
  const { nameReleaseDays } = ctx.config;
  if (nameReleaseDays === null || !(await isUnused(ctx.db, user.id))) return null;
  return new Date(user.reg_date.getTime() + nameReleaseDays * dayMs);
}

/** The account was played: its name stays its own. */
export async function userPlayed(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ played_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('played_at', 'is', null)
    .execute();
}

/** What is kept of such a name, the same however it is written. */
export function retiredHash(nickname: string): Buffer {
  return createHash('sha256').update(`retired name\n${nickname.toLowerCase()}`).digest();
}
