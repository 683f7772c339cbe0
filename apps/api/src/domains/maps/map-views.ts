import type { OwnMap } from '@realmkeep/contract';
import type { MapRow } from './map-queries.ts';

export function ownMapView(row: MapRow): OwnMap {
  const { id, name, bytes, chunks, created_at: created } = row;
  return { map: id, type: 'COMMUNITY', name, bytes, chunks, created: created.toISOString() };
}
