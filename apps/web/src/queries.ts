import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { listsWithNewerLive, withNewerLive } from './session/live-cache.ts';
import { keys } from './session/query-keys.ts';

export const siteQuery = queryOptions({
  queryKey: keys.site,
  queryFn: ({ signal }) => api.siteConfig({ signal }),
  staleTime: Infinity,
});

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => api.userMe({ signal }),
});

export const mapsQuery = queryOptions({
  queryKey: keys.maps,
  queryFn: ({ signal }) => api.realmMaps({ query: { type: 'OFFICIAL' }, signal }),
  staleTime: Infinity,
});

export const possibilityQuery = queryOptions({
  queryKey: keys.possibility,
  queryFn: ({ signal }) => api.realmPossibility({ signal }),
  staleTime: 0,
});

export const realmsQuery = queryOptions({
  queryKey: keys.realms,
  queryFn: async ({ signal }) => {
    const asked = performance.now();
    return listsWithNewerLive(await api.realmList({ signal }), asked);
  },
});

export function realmQuery(id: string) {
  return queryOptions({
    queryKey: keys.realm(id),
    queryFn: async ({ signal }) => {
      const asked = performance.now();
      return withNewerLive(await api.realmGet({ params: { id }, signal }), asked);
    },
  });
}
