import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { deleteMap } from './map-queries.ts';

/** Realms that were made of it have copies of their own. @throws AppError realm_map_unknown */
export async function realmMapDelete({ db }: Context, { actor, params }: CallOf<'realmMapDelete'>): Promise<null> {
  if (!(await deleteMap(db, actor.userId, params.id))) throw new AppError('realm_map_unknown');
  return null;
}

/** All of the account's, with their names. */
export async function mapsDeleteOwned(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('maps')
    .set({ deleted_at: sql<Date>`now()`, name: '' })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
}
