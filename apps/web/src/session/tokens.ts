import type { TokenPair } from '@realmkeep/contract';

/** The stored parts of a session, under the same names in local storage. */
export type StoredTokens = { [Key in keyof TokenPair]: TokenPair[Key] | null };

export const noTokens: StoredTokens = { token: null, refresh_token: null, expire: null };

const keys = ['token', 'refresh_token', 'expire'] as const satisfies (keyof TokenPair)[];

/** Is this `storage` event about the session? A null key means that all of the storage was cleared. */
export function isTokenKey(key: string | null): boolean {
  return key === null || keys.some((name) => name === key);
}

export function readTokens(storage: Storage): StoredTokens {
  return {
    token: storage.getItem('token'),
    refresh_token: storage.getItem('refresh_token'),
    expire: storage.getItem('expire'),
  };
}

export function writeTokens(storage: Storage, tokens: TokenPair): void {
  for (const key of keys) storage.setItem(key, tokens[key]);
}

export function clearTokens(storage: Storage): void {
  for (const key of keys) storage.removeItem(key);
}

/** A user counts as logged in only with both tokens. */
export function hasSession(tokens: StoredTokens): boolean {
  return tokens.token !== null && tokens.refresh_token !== null;
}

/** Expired at or before now; so is a time that is missing or cannot be read. */
export function isExpired(tokens: StoredTokens, now: number): boolean {
  const expire = Date.parse(tokens.expire ?? '');
  return Number.isNaN(expire) || expire <= now;
}
