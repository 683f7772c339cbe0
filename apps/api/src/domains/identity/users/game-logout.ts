import type { Tx } from '../../../db/pool.ts';
import { countGameLogout } from './user-queries.ts';

/** From now on a connection to the game that has proved to be the account's has its powers no more. */
export function gameLogout(tx: Tx, userId: string): Promise<void> {
  return countGameLogout(tx, userId);
}
