import type { Tx } from '../../db/pool.ts';
import { holdMap } from './map-queries.ts';

/** Whether the account has this world; it keeps it until the transaction ends. */
export async function mapHold(tx: Tx, userId: string, id: string): Promise<boolean> {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) && (await holdMap(tx, userId, id));
}
