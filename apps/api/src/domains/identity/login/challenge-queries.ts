import { sql } from 'kysely';
import { type Db, type Tx, now } from '../../../db/pool.ts';
import type { ProvenLogin } from '../sessions/session-begin.ts';

export type ChallengeStatus = 'WAITING' | 'APPROVED' | 'REJECTED' | 'CANCELLED' | 'CONSUMED' | 'EXPIRED';

export interface NewChallenge extends ProvenLogin {
  challengeHash: Buffer;
  promptId: string;
  expiresAt: Date;
}

export async function insertChallenge(tx: Tx, challenge: NewChallenge): Promise<void> {
  await tx
    .insertInto('login_challenges')
    .values({
      track_hash: challenge.challengeHash,
      user_id: challenge.userId,
      prompt_id: challenge.promptId,
      token_name: challenge.tokenName,
      scopes: [...challenge.scopes],
      ip: challenge.ip,
      user_agent: challenge.userAgent,
      token_version: challenge.tokenVersion,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** A challenge's state, and the milliseconds until it expires. */
export function findChallenge(db: Db | Tx, challengeHash: Buffer) {
  return db
    .selectFrom('login_challenges')
    .select([
      'user_id as userId',
      sql<ChallengeStatus>`case when status in ('WAITING', 'APPROVED') and expires_at <= now() then 'EXPIRED' else status end`.as(
        'status',
      ),
      sql<number>`(extract(epoch from expires_at - now()) * 1000)::float8`.as('msLeft'),
    ])
    .where('track_hash', '=', challengeHash)
    .executeTakeFirst();
}

export async function listOutstandingPrompts(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('login_challenges')
    .select('prompt_id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['WAITING', 'APPROVED'])
    .execute();
  return rows.map((row) => row.prompt_id);
}

/** All outstanding challenges of the account. */
export async function cancelChallenges(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('login_challenges')
    .set({ status: 'CANCELLED' })
    .where('user_id', '=', userId)
    .where('status', 'in', ['WAITING', 'APPROVED'])
    .execute();
}

/** A challenge whose message could not be sent: nobody knows of it yet. */
export async function cancelChallenge(db: Db, challengeHash: Buffer): Promise<void> {
  await db
    .updateTable('login_challenges')
    .set({ status: 'CANCELLED' })
    .where('track_hash', '=', challengeHash)
    .where('status', '=', 'WAITING')
    .execute();
}

/**
 * WAITING to APPROVED or REJECTED. A dropped socket has at least a minute to return for the tokens.
 * @returns whether it was waiting
 */
export async function decideChallenge(tx: Tx, promptId: string, decision: 'APPROVED' | 'REJECTED'): Promise<boolean> {
  const row = await tx
    .updateTable('login_challenges')
    .set({ status: decision, expires_at: sql<Date>`greatest(expires_at, now() + interval '1 minute')` })
    .where('prompt_id', '=', promptId)
    .where('status', '=', 'WAITING')
    .returning('track_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** APPROVED to CONSUMED. @returns what was proved, to the one caller that made the change */
export function consumeChallenge(tx: Tx, challengeHash: Buffer) {
  return tx
    .updateTable('login_challenges')
    .set({ status: 'CONSUMED' })
    .where('track_hash', '=', challengeHash)
    .where('status', '=', 'APPROVED')
    .where('expires_at', '>', now)
    .returning([
      'user_id as userId',
      'token_version as tokenVersion',
      'token_name as tokenName',
      'scopes',
      'ip',
      'user_agent as userAgent',
    ])
    .executeTakeFirst();
}
