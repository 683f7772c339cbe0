import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/implement.ts';
import { deleteMap } from './map-queries.ts';

/** Realms that were made of it have copies of their own. @throws AppError realm_map_unknown */
export async function realmMapDelete({ db }: Context, { actor, params }: CallOf<'realmMapDelete'>): Promise<null> {
  if (!(await deleteMap(db, actor.userId, params.id))) throw new AppError('realm_map_unknown');
  return null;
}
