import type { Tx } from '../../../db/pool.ts';
import { endSessionsOfKey } from './session-queries.ts';

/** Ends the sessions that a key of SSH has begun. */
export function sessionsOfKeyEnd(tx: Tx, userId: string, sshKeyId: string): Promise<void> {
  return endSessionsOfKey(tx, userId, sshKeyId);
}
