import type { OAuth2Scopes } from 'discord-api-types/v10';
import type { Database } from '../database.ts';

/** A code is good for ten minutes. */
const codeMs = 600_000;

interface Consent {
  accountId: string;
  /** Separated by blanks. */
  scope: string;
}

interface Code extends Consent {
  redirectUri: string;
}

export function insertCode(db: Database, { hash, accountId, redirectUri, scope }: Code & { hash: Buffer }): void {
  db.prepare('insert into codes (hash, account_id, redirect_uri, scope, expires_at) values (?, ?, ?, ?, ?)').run(
    hash,
    accountId,
    redirectUri,
    scope,
    Date.now() + codeMs,
  );
}

/** Works once: the code is deleted, whatever the outcome. */
export function takeCode(db: Database, hash: Buffer): (Code & { expired: boolean }) | null {
  const row = db
    .prepare('delete from codes where hash = ? returning account_id, redirect_uri, scope, expires_at')
    .get(hash) as { account_id: string; redirect_uri: string; scope: string; expires_at: number } | undefined;
  if (!row) return null;
  const { account_id: accountId, redirect_uri: redirectUri, scope, expires_at: expiresAt } = row;
  return { accountId, redirectUri, scope, expired: expiresAt <= Date.now() };
}

export function insertGrant(
  db: Database,
  grant: Consent & { accessHash: Buffer; refreshHash: Buffer; seconds: number },
): void {
  const { accessHash, refreshHash, accountId, scope, seconds } = grant;
  db.prepare(
    'insert into grants (access_hash, refresh_hash, account_id, scope, expires_at) values (?, ?, ?, ?, ?)',
  ).run(accessHash, refreshHash, accountId, scope, Date.now() + seconds * 1000);
}

/** Whom an access token speaks for, and what for. */
export function findGrant(db: Database, accessHash: Buffer): Consent | null {
  const row = db
    .prepare('select account_id, scope from grants where access_hash = ? and expires_at > ?')
    .get(accessHash, Date.now()) as { account_id: string; scope: string } | undefined;
  return row ? { accountId: row.account_id, scope: row.scope } : null;
}

/** @param granted separated by blanks */
export function hasScope(granted: string, scope: OAuth2Scopes): boolean {
  return granted.split(' ').includes(scope);
}

/** Either token ends both. */
export function deleteGrant(db: Database, hash: Buffer): void {
  db.prepare('delete from grants where access_hash = ? or refresh_hash = ?').run(hash, hash);
}

export function deleteEndedConsents(db: Database): void {
  for (const table of ['codes', 'grants']) db.prepare(`delete from ${table} where expires_at < ?`).run(Date.now());
}
