import { offeredMaps, type OwnMap } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { holdMap, listMaps, type MapRow } from './map-queries.ts';

/** The official worlds, or the account's own: those are there, and can be deleted, in every tier. */
export async function realmMaps({ db }: Context, { actor, query }: CallOf<'realmMaps'>) {
  if (query.type === 'OFFICIAL') return offeredMaps.map((map) => ({ map, type: 'OFFICIAL' as const }));
  return (await listMaps(db, actor.userId)).map(ownMapView);
}

export function ownMapView(row: MapRow): OwnMap {
  const { id, name, bytes, chunks, picture, created_at: created } = row;
  return {
    map: id,
    type: 'COMMUNITY',
    name,
    bytes,
    chunks,
    picture: picture?.toString('base64') ?? null,
    created: created.toISOString(),
  };
}

/** Whether the account has this world; it keeps it until the transaction ends. */
export async function mapHold(tx: Tx, userId: string, id: string): Promise<boolean> {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) && (await holdMap(tx, userId, id));
}
