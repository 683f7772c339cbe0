import { sql } from 'kysely';
import { type Db, now } from '../../../db/pool.ts';

/** A chat account whose role does not, or may not, match its player's tier. */
export interface DueRole {
  id: string;
  tier: string;
  /** The roles that we may have given it. */
  held: string[];
  attempts: number;
}

/** Accounts that are due, longest overdue first. */
export function findDueRoles(db: Db, platform: string, limit: number): Promise<DueRole[]> {
  return db
    .selectFrom('chat_roles')
    .select(['external_id as id', 'tier', 'held', 'attempts'])
    .where('platform', '=', platform)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Records a role before it is given. */
export async function recordRoleBegun(db: Db, platform: string, id: string, role: string): Promise<void> {
  await db
    .updateTable('chat_roles')
    .set({ held: sql<string[]>`array_append(array_remove(held, ${role}), ${role})` })
    .where('platform', '=', platform)
    .where('external_id', '=', id)
    .execute();
}

/** Records the account's current role. It stays due if its tier has changed meanwhile; an account that should have no role is deleted. */
export async function recordRoleSettled(db: Db, platform: string, { id, tier }: DueRole, role: string | null) {
  await db
    .updateTable('chat_roles')
    .set({
      held: role === null ? [] : [role],
      due_at: sql<Date | null>`case when tier = ${tier} then null else due_at end`,
      attempts: 0,
    })
    .where('platform', '=', platform)
    .where('external_id', '=', id)
    .execute();
  await db
    .deleteFrom('chat_roles')
    .where('platform', '=', platform)
    .where('external_id', '=', id)
    .where('due_at', 'is', null)
    .where('tier', '=', 'CHICKEN')
    .where(sql<boolean>`held = '{}'`)
    .execute();
}

/** Postpones it. @param seconds from now */
export async function recordRoleFailed(db: Db, platform: string, { id, tier }: DueRole, seconds: number) {
  await db
    .updateTable('chat_roles')
    .set({ attempts: sql<number>`attempts + 1`, due_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('platform', '=', platform)
    .where('external_id', '=', id)
    .where('tier', '=', tier)
    .execute();
}

/** Makes everyone due whose role is not their tier's, as after a change of the setting. @param roles by tier */
export async function enlistOtherRoles(db: Db, platform: string, roles: Record<string, string>): Promise<void> {
  const wanted = sql`array_remove(array[${JSON.stringify(roles)}::jsonb ->> tier], null)`;
  await db
    .updateTable('chat_roles')
    .set({ due_at: now })
    .where('platform', '=', platform)
    .where('due_at', 'is', null)
    .where(sql<boolean>`held <> ${wanted}`)
    .execute();
}
