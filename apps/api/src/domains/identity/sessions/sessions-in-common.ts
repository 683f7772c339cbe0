import type { Tx } from '../../../db/pool.ts';
import { hasSessionsInCommon } from './session-queries.ts';

/**
 * Whether an account and one of the others were used, within a day of one another, by the same browser from the same network: an IPv4
 * address, or a /64 of IPv6. Addresses of this machine or of a private network say nothing, since a proxy that is not trusted gives
 * everybody the same.
 */
export function sessionsInCommon(tx: Tx, userId: string, others: readonly string[]): Promise<boolean> {
  return hasSessionsInCommon(tx, userId, others);
}
