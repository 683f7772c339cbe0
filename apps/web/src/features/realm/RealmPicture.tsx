import type { Realm } from '@realmkeep/contract';
import { isGameWorld } from '@realmkeep/contract/maps';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { inTurn } from './land-turns.ts';
import { MapPicture } from './MapPicture.tsx';
import { hasPicture } from './world-rules.ts';

interface Props {
  realm: Pick<Realm, 'id' | 'map'>;
  className: string;
}

/** What a realm's world looks like: as its map where that is the same in every realm, otherwise as it is now. */
export function RealmPicture({ realm: { id, map }, className }: Props) {
  const { data } = useQuery({
    queryKey: ['land', id, 'picture'],
    queryFn: ({ signal }) => inTurn(() => api.realmLandPicture({ params: { id }, signal })),
    enabled: isGameWorld(map) || !hasPicture(map),
    staleTime: 60_000,
  });
  return <MapPicture map={map} image={data?.image} className={className} />;
}
