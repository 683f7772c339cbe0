import { sql } from 'kysely';
import { type Db, type Tx, now } from '../../../db/pool.ts';

/** The account's active sessions, most recently used first. Those unused for 30 days have no refresh token that is still valid. */
export function listSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'token_name', 'ip', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .where('last_used_at', '>', sql<Date>`now() - interval '30 days'`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function loadSessionName(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('sessions').select('token_name').where('id', '=', id).executeTakeFirstOrThrow();
  return row.token_name;
}

/** @returns whether the account had such a session, still active */
export async function endSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const ended = await endingSessions(tx, userId).where('id', '=', id).execute();
  await tellEnded(tx, ended);
  return ended.length > 0;
}

export async function endOtherSessions(tx: Tx, userId: string, id: string): Promise<void> {
  await tellEnded(tx, await endingSessions(tx, userId).where('id', '<>', id).execute());
}

/** Ends the sessions begun with an SSH key. */
export async function endSessionsOfKey(tx: Tx, userId: string, sshKeyId: string): Promise<void> {
  await tellEnded(tx, await endingSessions(tx, userId).where('ssh_key_id', '=', sshKeyId).execute());
}

/** Ends all but so many of the account's sessions, keeping those used most recently. */
export async function endSessionsBeyond(tx: Tx, userId: string, kept: number): Promise<void> {
  const beyond = tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .offset(kept);
  await tellEnded(tx, await endingSessions(tx, userId).where('id', 'in', beyond).execute());
}

function endingSessions(tx: Tx, userId: string) {
  return tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .returning('id');
}

/** Notifies every process, at the commit. */
async function tellEnded(tx: Tx, ended: readonly { id: string }[]): Promise<void> {
  for (const { id } of ended) await sql`select pg_notify('session_ended', ${id})`.execute(tx);
}
