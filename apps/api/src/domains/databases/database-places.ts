import type { AdminMachine } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { listOnProduct } from './database-queries.ts';

/** Where realms' databases are created, what prevents that, and how many are still in their old place. */
export async function databasePlaces({ db, databaseServers }: Context): Promise<AdminMachine['databases']> {
  const { forNew, trials } = databaseServers;
  return { server: forNew, problem: await trials.problem(), ofBefore: (await listOnProduct(db)).length };
}
