import { type Tx, now } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import type { Handler } from '../../http/register-routes.ts';
import { deleteMap } from './map-queries.ts';

/** Realms created from it have copies of their own. @throws AppError realm_map_unknown */
export const realmMapDelete: Handler<'realmMapDelete'> = async ({ db }, { actor, params }) => {
  if (!(await deleteMap(db, actor.userId, params.id))) throw new AppError('realm_map_unknown');
  return null;
};

/** All of the account's, with their names. */
export async function mapsDeleteOwned(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('maps')
    .set({ deleted_at: now, name: '' })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
}
