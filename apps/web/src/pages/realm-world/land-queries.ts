import type { RealmLand } from '@realmkeep/contract';
import type { LandSide } from '@realmkeep/contract/land-rules';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { inTurn } from '../../features/realm/land-turns.ts';

/** Players change it all the time. */
export function landQuery(id: string) {
  return queryOptions({
    queryKey: ['land', id],
    queryFn: ({ signal }) => api.realmLand({ params: { id }, signal }),
    refetchInterval: 60_000,
  });
}

/** One region's picture, as the address of an image. */
export function tileQuery(id: string, { x, z, version }: RealmLand['regions'][number], side: LandSide) {
  return queryOptions({
    queryKey: ['land', id, x, z, side, version],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        signal.throwIfAborted();
        const { image } = await api.realmLandTile({ params: { id }, query: { x, z, side }, signal });
        return `data:image/png;base64,${image}`;
      }),
    // Another one has another version.
    staleTime: Infinity,
  });
}
