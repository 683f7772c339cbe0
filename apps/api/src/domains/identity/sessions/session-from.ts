import type { Db } from '../../../db/pool.ts';
import { networkOf } from '../../../http/network.ts';
import { listSessions } from './session-queries.ts';

/** Whether the account is logged in from this address (of IPv6 the /64). */
export async function sessionFrom(db: Db, userId: string, address: string): Promise<boolean> {
  const sessions = await listSessions(db, userId);
  return sessions.some(({ ip }) => networkOf(ip) === networkOf(address));
}
