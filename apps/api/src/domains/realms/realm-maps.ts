import { officialMaps } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/implement.ts';

/** Nobody can bring a world of his own yet, so there are no COMMUNITY maps. */
export async function realmMaps(_ctx: Context, { query }: CallOf<'realmMaps'>) {
  return query.type === 'OFFICIAL' ? officialMaps.map((map) => ({ map, type: query.type })) : [];
}
