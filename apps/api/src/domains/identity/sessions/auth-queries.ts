import { type Scope } from '@realmkeep/contract';
import { sql } from 'kysely';
import { askedIds } from '../../../db/asked-ids.ts';
import { type Db, type Tx, now } from '../../../db/pool.ts';
import { endSessionsBeyond } from './session-queries.ts';

/** Each looked up by itself: for as many as the planner expects it would read all sessions and accounts where there are some hundreds. */
export function selectSessionStandings(db: Db | Tx, ids: string[]) {
  return db
    .selectFrom(askedIds(ids))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('sessions as s')
          .innerJoin('users as u', 'u.id', 's.user_id')
          .select([
            's.id',
            'u.token_version',
            'u.role',
            sql<boolean>`u.blocked_at is not null`.as('blocked'),
            sql<boolean>`s.revoked_at is not null or s.ends_at <= now()`.as('ended'),
          ])
          .whereRef('s.id', '=', 'asked.id')
          .limit(1)
          .as('standing'),
      (join) => join.onTrue(),
    )
    .select(['standing.id', 'token_version', 'role', 'blocked', 'ended']);
}

/** The states of sessions and their accounts, by session; of one that never was, or ended over a day ago, there is none. */
export async function loadSessionStandings(db: Db | Tx, ids: string[]): Promise<Map<string, SessionStanding>> {
  const standings = await selectSessionStandings(db, ids).execute();
  return new Map(standings.map((standing) => [standing.id, standing]));
}

export interface SessionStanding {
  token_version: number;
  role: string;
  blocked: boolean;
  ended: boolean;
}

export interface NewSession {
  userId: string;
  tokenName: string;
  scopes: readonly Scope[];
  ip: string;
  userAgent: string;
  /** The SSH key that it began with, if any. */
  sshKeyId?: string;
}

/** Where the account has been logged in from, by the sessions that are still kept. */
export async function listSessionAddresses(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('ip')
    .distinct()
    .where('user_id', '=', userId)
    .limit(1000)
    .execute();
  return rows.map((row) => row.ip);
}

/** Logins of one account at a time. */
const maxSessions = 100;

/** Ends the account's oldest session when there are too many. */
export async function insertSession(tx: Tx, session: NewSession): Promise<string> {
  const row = await tx
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_name: session.tokenName,
      scopes: [...session.scopes],
      ip: session.ip,
      user_agent: session.userAgent,
      ssh_key_id: session.sshKeyId ?? null,
      ends_at: sql<Date>`now() + interval '90 days'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await endSessionsBeyond(tx, session.userId, maxSessions);
  return row.id;
}

/** The token is valid for 30 days, and no longer than its session. */
export async function insertRefreshToken(tx: Tx, sessionId: string, hash: Buffer): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({
      hash,
      session_id: sessionId,
      expires_at: sql<Date>`least(now() + interval '30 days', (select ends_at from sessions where id = ${sessionId}))`,
    })
    .execute();
}

/** The refresh token with its session and account. Locks the session, so that a token is rotated once. */
export function lockRefreshToken(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id as sessionId',
      's.user_id as userId',
      's.scopes',
      'u.token_version as tokenVersion',
      sql<boolean>`u.blocked_at is not null`.as('blocked'),
      sql<boolean>`t.expires_at <= now() or s.ends_at <= now() or s.revoked_at is not null`.as('ended'),
      't.rotated_at as rotatedAt',
      sql<boolean>`t.rotated_at > now() - interval '20 seconds'`.as('justRotated'),
    ])
    .where('t.hash', '=', hash)
    .forUpdate(['s', 't'])
    .executeTakeFirst();
}

export async function markRotated(tx: Tx, hash: Buffer): Promise<void> {
  await tx.updateTable('refresh_tokens').set({ rotated_at: now }).where('hash', '=', hash).execute();
}

export async function touchSession(tx: Tx, sessionId: string, from: { ip: string; userAgent: string }): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_used_at: now, ip: from.ip, user_agent: from.userAgent })
    .where('id', '=', sessionId)
    .execute();
}

/** Ends the session with all its tokens, and notifies every process. One that has ended is left as it is. */
export async function revokeSession(tx: Tx, sessionId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await sql`select pg_notify('session_ended', ${sessionId})`.execute(tx);
}

/** Deletes sessions that ended at least a day ago, with their tokens, and tokens that can no longer be used. */
export async function deleteEndedSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('refresh_tokens')
    .where((where) =>
      where.or([
        // Unknown afterwards, which ends the session too if it is sent again.
        where('rotated_at', '<', sql<Date>`now() - interval '7 days'`),
        where('expires_at', '<', now),
      ]),
    )
    .execute();
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([
        where('ends_at', '<', sql<Date>`now() - interval '1 day'`),
        where('revoked_at', '<', sql<Date>`now() - interval '1 day'`),
      ]),
    )
    .execute();
}
