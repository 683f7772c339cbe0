/** Connections of one realm's role at once. */
export const connectionsMax = 5;

/** The name of a realm's database, and of the role that reaches it: of nothing that anybody has typed. */
export function databaseName(realmId: string): string {
  return `realm_${realmId.replaceAll('-', '')}`;
}

export type DatabaseAccess = 'writable' | 'read_only' | 'closed';

/**
 * What a size leaves of a database. That it is only to be read is a setting that its role can override for a transaction, as to
 * delete what is too much; so that a limit is a limit, it is closed beyond twice of that.
 */
export function accessUnder(bytes: number, limitBytes: number): DatabaseAccess {
  if (bytes > closedAbove(limitBytes)) return 'closed';
  return bytes > limitBytes ? 'read_only' : 'writable';
}

/** From which size on nobody gets in. */
export function closedAbove(limitBytes: number): number {
  return 2 * limitBytes;
}

/** Sees the password, changes it, and deletes the database. Partners may do the rest. */
export function mayOwnDatabase(userId: string, realm: { owner_id: string }): boolean {
  return realm.owner_id === userId;
}
