import type { Tx } from '../../../db/pool.ts';
import { challengesCancel } from '../login/login-cancel.ts';
import { deleteAccounts } from './chat-queries.ts';

/**
 * Unlinks whatever the player has linked, on whatever platform, and calls off the log-ins that wait for an answer there. The platform
 * is not told: its tokens go unused until they expire.
 * @returns the accounts that were linked
 */
export async function chatUnlinkAll(tx: Tx, userId: string): Promise<{ platform: string; username: string }[]> {
  const accounts = await deleteAccounts(tx, userId);
  await challengesCancel(tx, userId);
  return accounts;
}
