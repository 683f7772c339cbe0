import type { RealmLand } from '@realmkeep/contract';
import type { LandSide } from '@realmkeep/contract/land-rules';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

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

/** The rest of the page needs connections too, and one is drawn at a time anyway. */
const atOnce = 2;
const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
