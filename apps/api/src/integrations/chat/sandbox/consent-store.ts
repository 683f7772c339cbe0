import type { OAuth2Scopes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/** A code is good for ten minutes. */
export async function insertCode(
  db: Db,
  code: { hash: Buffer; accountId: string; redirectUri: string; scope: string },
): Promise<void> {
  await db
    .insertInto('chat_sandbox.codes')
    .values({
      hash: code.hash,
      account_id: code.accountId,
      redirect_uri: code.redirectUri,
      scope: code.scope,
      expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .execute();
}

/** Once only: the code goes, whatever then becomes of it. */
export function takeCode(db: Db, hash: Buffer) {
  return db
    .deleteFrom('chat_sandbox.codes')
    .where('hash', '=', hash)
    .returning([
      'account_id as accountId',
      'redirect_uri as redirectUri',
      'scope',
      sql<boolean>`expires_at <= now()`.as('expired'),
    ])
    .executeTakeFirst();
}

export async function insertGrant(
  db: Db,
  grant: { accessHash: Buffer; refreshHash: Buffer; accountId: string; scope: string; seconds: number },
): Promise<void> {
  await db
    .insertInto('chat_sandbox.grants')
    .values({
      access_hash: grant.accessHash,
      refresh_hash: grant.refreshHash,
      account_id: grant.accountId,
      scope: grant.scope,
      expires_at: sql<Date>`now() + make_interval(secs => ${grant.seconds})`,
    })
    .execute();
}

/** Whom an access token speaks for, and what for. */
export function findGrant(db: Db, accessHash: Buffer) {
  return db
    .selectFrom('chat_sandbox.grants')
    .select(['account_id as accountId', 'scope'])
    .where('access_hash', '=', accessHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** @param granted separated by blanks */
export function hasScope(granted: string, scope: OAuth2Scopes): boolean {
  return granted.split(' ').includes(scope);
}

/** Either token ends both. */
export async function deleteGrant(db: Db, hash: Buffer): Promise<void> {
  await db
    .deleteFrom('chat_sandbox.grants')
    .where((where) => where.or([where('access_hash', '=', hash), where('refresh_hash', '=', hash)]))
    .execute();
}

export async function deleteEndedConsents(db: Db): Promise<void> {
  await db
    .deleteFrom('chat_sandbox.codes')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .deleteFrom('chat_sandbox.grants')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
