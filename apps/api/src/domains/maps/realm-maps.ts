import { officialMaps } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listMaps } from './map-queries.ts';
import { ownMapView } from './map-views.ts';

/** The official worlds, or the account's own: those are there, and can be deleted, in every tier. */
export async function realmMaps({ db }: Context, { actor, query }: CallOf<'realmMaps'>) {
  if (query.type === 'OFFICIAL') return officialMaps.map((map) => ({ map, type: 'OFFICIAL' as const }));
  return (await listMaps(db, actor.userId)).map(ownMapView);
}
