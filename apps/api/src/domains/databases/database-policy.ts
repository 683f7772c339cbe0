/** Concurrent connections of one realm's role. */
export const connectionsMax = 5;

/** The name of a realm's database, and of the role that reaches it; it contains nothing that a user typed. */
export function databaseName(realmId: string): string {
  return `realm_${realmId.replaceAll('-', '')}`;
}

export type DatabaseAccess = 'writable' | 'read_only' | 'closed';

/**
 * What a size leaves of a database. Its role can override read-only for a transaction, for instance to delete data; to make the limit a
 * real one, the database is closed above twice the limit.
 */
export function accessUnder(bytes: number, limitBytes: number): DatabaseAccess {
  if (bytes > closedAbove(limitBytes)) return 'closed';
  return bytes > limitBytes ? 'read_only' : 'writable';
}

/** The size from which nobody can connect. */
export function closedAbove(limitBytes: number): number {
  return 2 * limitBytes;
}

/** Sees the password, changes it, and deletes the database. Co-owners may do the rest. */
export function mayOwnDatabase(userId: string, realm: { owner_id: string }): boolean {
  return realm.owner_id === userId;
}
