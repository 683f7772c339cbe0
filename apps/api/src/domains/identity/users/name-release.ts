import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/pool.ts';
import { isRetired, isUnused, setPlayed } from './release-queries.ts';

const dayMs = 24 * 3_600_000;

/** When the name of an account that nobody has used yet becomes free; null: it does not. */
export async function nameReleaseAt(ctx: Context, user: { id: string; reg_date: Date }): Promise<Date | null> {
  const { nameReleaseDays } = ctx.config;
  if (nameReleaseDays === null || !(await isUnused(ctx.db, user.id))) return null;
  return new Date(user.reg_date.getTime() + nameReleaseDays * dayMs);
}

/** The account was played: its name stays its own. */
export function userPlayed(db: Db, userId: string): Promise<void> {
  return setPlayed(db, userId);
}

/** Whether it was the name of a deleted account that was played. */
export function nameRetired(db: Db, nickname: string): Promise<boolean> {
  return isRetired(db, retiredHash(nickname));
}

/** What is kept of such a name, the same however it is written. */
export function retiredHash(nickname: string): Buffer {
  return createHash('sha256').update(`retired name\n${nickname.toLowerCase()}`).digest();
}
