import type { Db, Tx } from '../../../db/pool.ts';
import { hasChangeUnderWay } from './kernel-queries.ts';

/** Whether a change of the realm's kernel goes on: until its end the world is nobody else's to exchange. */
export function kernelChanging(db: Db | Tx, realmId: string): Promise<boolean> {
  return hasChangeUnderWay(db, realmId);
}
