import type { AdminMachine } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { listOnProduct } from './database-queries.ts';

/** Where realms' databases are made, what keeps them from being made, and how many are still where they were made before. */
export async function databasePlaces({ db, databaseServers }: Context): Promise<AdminMachine['databases']> {
  const { forNew, trials } = databaseServers;
  return { server: forNew, problem: await trials.problem(), ofBefore: (await listOnProduct(db)).length };
}
