import type { Product } from '@realmkeep/contract';
import type { JavaKernel } from '@realmkeep/contract/kernel-rules';
import { type Currency, currencies } from '@realmkeep/contract/currencies';
import type { Language } from '@realmkeep/contract/languages';
import { isInstallingModpack } from '@realmkeep/contract/modpack-rules';
import { partneredListMax } from '@realmkeep/contract/rules';
import type { ProductCategory } from '@realmkeep/contract/products';
import type { Tier } from '@realmkeep/contract/tiers';
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { listsWithNewerLive, withNewerLive } from './live-cache.ts';
import { queries } from './query-client.ts';
import { keys } from './query-keys.ts';

/** How many players a page of the list of referrals shows. */
export const referralsPageSize = 20;

/** How many lines a page of the statement shows. */
export const statementPageSize = 20;

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => api.userMe({ signal }),
  // When the session ends, what was typed is kept for its user.
  gcTime: Infinity,
});

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => api.authSessions({ signal }),
});

export const sshKeysQuery = queryOptions({
  queryKey: keys.sshKeys,
  queryFn: ({ signal }) => api.sshKeys({ signal }),
});

/** @param page counts from 0 */
export function referralsQuery(page: number) {
  return queryOptions({
    queryKey: keys.referrals(page),
    queryFn: ({ signal }) => api.userReferrals({ query: { page, size: referralsPageSize }, signal }),
    // The former page is shown until the next has loaded.
    placeholderData: keepPreviousData,
  });
}

/** The products of a category, by their currency: coins for subscriptions, money for coins. */
export function productsQuery(category: ProductCategory, language: Language) {
  return queryOptions({
    queryKey: keys.products(category, language),
    queryFn: async ({ signal }) => {
      const sold = currencies.map(async (currency) => {
        const query = { category, currency, language, size: 100 };
        const products: Product[] = [];
        let total = 0;
        do {
          const list = await api.productList({ query: { ...query, page: products.length / query.size }, signal });
          products.push(...list.items);
          total = list.items.length < query.size ? 0 : list.total;
        } while (products.length < total);
        return [currency, products] as const;
      });
      return Object.fromEntries(await Promise.all(sold)) as Record<Currency, Product[]>;
    },
    staleTime: 60_000,
  });
}

/** The categories in which anything is sold, in any currency, as far as one page of each shows. */
export const filledCategoriesQuery = queryOptions({
  queryKey: keys.filledCategories,
  queryFn: async ({ signal }) => {
    const found = currencies.map(async (currency) => {
      const { items } = await api.productList({ query: { currency, size: 100 }, signal });
      return items.map(({ category }) => category);
    });
    return new Set((await Promise.all(found)).flat());
  },
  staleTime: 60_000,
});

/** @param productId of the product to buy; without it, the tier's cheapest */
export function subscriptionPreviewQuery(tier: Tier, productId?: string) {
  const query = productId === undefined ? { tier } : { tier, productId };
  return queryOptions({
    queryKey: keys.subscriptionPreview(tier, productId),
    queryFn: ({ signal }) => api.subscriptionPreview({ query, signal }),
    staleTime: 0,
    // Its price falls with every minute.
    gcTime: 0,
  });
}

/**
 * @param sessionId or the invoice number
 * @param returned what the rouble provider has put into the address of the buyer's return, for its signature to be checked
 */
export function paymentQuery(sessionId: string, returned: string | null) {
  return queryOptions({
    queryKey: keys.payment(sessionId),
    queryFn: ({ signal }) =>
      api.paymentSession({ params: { sessionId }, query: returned === null ? {} : { returned }, signal }),
  });
}

/** @param page counts from 0 */
export function statementQuery(page: number) {
  return queryOptions({
    queryKey: keys.statement(page),
    queryFn: ({ signal }) => api.walletStatement({ query: { page, size: statementPageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}

export const mapsQuery = queryOptions({
  queryKey: keys.maps,
  queryFn: async ({ signal }) => {
    const maps = await api.realmMaps({ query: { type: 'OFFICIAL' }, signal });
    return maps.filter((map) => map.type === 'OFFICIAL');
  },
  staleTime: Infinity,
});

export const ownMapsQuery = queryOptions({
  queryKey: keys.ownMaps,
  queryFn: async ({ signal }) => {
    const maps = await api.realmMaps({ query: { type: 'COMMUNITY' }, signal });
    return maps.filter((map) => map.type === 'COMMUNITY');
  },
});

/** @param address in small letters, as case makes no difference */
export function addressQuery(address: string) {
  return queryOptions({
    queryKey: keys.address(address),
    queryFn: ({ signal }) => api.realmAddress({ query: { address }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export const possibilityQuery = queryOptions({
  queryKey: keys.possibility,
  queryFn: ({ signal }) => api.realmPossibility({ signal }),
  staleTime: 0,
  // An old answer must not flash up.
  gcTime: 0,
});

export const realmsQuery = queryOptions({
  queryKey: keys.realms,
  queryFn: async ({ signal }) => {
    const asked = performance.now();
    return listsWithNewerLive(await api.realmList({ signal }), asked);
  },
});

/** A later page of the realms that the account is a partner of; the first is part of `realmsQuery`. @param page counts from 0 */
export function partneredQuery(page: number) {
  return queryOptions({
    queryKey: keys.partnered(page),
    queryFn: ({ signal }) => api.realmSummaries({ query: { as: 'PARTNER', page, size: partneredListMax }, signal }),
  });
}

export function realmQuery(id: string) {
  return queryOptions({
    queryKey: keys.realm(id),
    queryFn: async ({ signal }) => {
      const asked = performance.now();
      return withNewerLive(await api.realmGet({ params: { id }, signal }), asked);
    },
  });
}

/** The last hour; later values from the socket are added to it. `skew`: how much the server's clock is ahead of ours, in ms. */
export function historyQuery(id: string) {
  return queryOptions({
    queryKey: keys.history(id),
    queryFn: async ({ signal }) => {
      const history = await api.realmHistory({ query: { id }, signal });
      return { ...history, skew: history.now - Date.now() };
    },
  });
}

/** Queries of what a call answers about a realm. */
const ofRealm =
  <Answer>(
    key: (id: string) => QueryKey,
    call: (of: { params: { id: string }; signal: AbortSignal }) => Promise<Answer>,
  ) =>
  (id: string) =>
    queryOptions({ queryKey: key(id), queryFn: ({ signal }) => call({ params: { id }, signal }) });

export const partnersQuery = ofRealm(keys.realmPartners, api.realmPartners);
export const kernelQuery = ofRealm(keys.realmKernel, api.realmKernel);
export const ownJarsQuery = ofRealm(keys.ownJars, api.realmKernelJars);
export const kernelUpdateQuery = ofRealm(keys.realmKernelUpdate, api.realmKernelUpdate);
export const databaseQuery = ofRealm(keys.realmDatabase, api.realmDatabase);
export const sftpQuery = ofRealm(keys.realmSftp, api.realmSftp);

/** Fetched again when the next of them has run. */
export function schedulesQuery(id: string) {
  return queryOptions({
    queryKey: keys.realmSchedules(id),
    queryFn: ({ signal }) => api.realmSchedules({ params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => {
      const next = Math.min(...(data?.schedules ?? []).map(({ nextRun }) => Date.parse(nextRun ?? '') || Infinity));
      // A timer cannot be longer than 24 days.
      return next === Infinity ? false : Math.min(2 ** 31 - 1, Math.max(5000, next - Date.now() + 1000));
    },
  });
}

/** Fetched again when the pause after the last one is over. */
export function backupsQuery(id: string) {
  return queryOptions({
    queryKey: keys.realmBackups(id),
    queryFn: ({ signal }) => api.realmBackups({ params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.nextAt ? Math.max(1000, new Date(data.nextAt).getTime() - Date.now()) : false,
  });
}

export function kernelVersionsQuery(id: string, kernel: JavaKernel) {
  return queryOptions({
    queryKey: keys.realmKernelVersions(id, kernel),
    queryFn: ({ signal }) => api.realmKernelVersions({ params: { id }, query: { kernel }, signal }),
  });
}

export const plansQuery = queryOptions({
  queryKey: keys.plans,
  queryFn: ({ signal }) => api.subscriptionPlans({ signal }),
});

export function createVersionsQuery(kernel: JavaKernel) {
  return queryOptions({
    queryKey: keys.createVersions(kernel),
    queryFn: ({ signal }) => api.realmCreateVersions({ query: { kernel }, signal }),
  });
}

/** How a realm is made of a modpack; looked at again and again until that has ended. */
export function modpackQuery(realmId: string) {
  return queryOptions({
    queryKey: ['modpacks', 'of', realmId],
    queryFn: ({ signal }) => api.realmModpack({ params: { id: realmId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isInstallingModpack(data.state) ? 1000 : false),
  });
}

export function filesQuery(id: string, path: string) {
  return queryOptions({
    queryKey: keys.realmFolder(id, path),
    queryFn: ({ signal }) => api.realmFiles({ params: { id }, query: { path }, signal }),
  });
}

/** Those of co-owners go on without this browser. */
export function uploadsQuery(id: string) {
  return queryOptions({
    queryKey: keys.realmUploads(id),
    queryFn: async ({ signal }) => (await api.realmUploads({ params: { id }, signal })).uploads,
    refetchInterval: ({ state: { data } }) => (data?.some(({ finished }) => finished === null) ? 5_000 : 30_000),
  });
}

/** Asked again and again while an archive is made or unpacked. */
export function filesWorkQuery(id: string) {
  return queryOptions({
    queryKey: keys.filesWork(id),
    queryFn: async ({ signal }) => (await api.realmFilesWork({ params: { id }, signal })).work,
    refetchInterval: ({ state: { data } }) => (data?.state === 'RUNNING' || data?.state === 'WAITING' ? 1000 : false),
  });
}

/** A file being edited stays as it was read until it is requested again. */
export function fileTextQuery(id: string, path: string) {
  return queryOptions({
    queryKey: keys.fileText(id, path),
    queryFn: ({ signal }) => api.realmFileText({ params: { id }, query: { path }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

export type PrefetchedPage = 'account' | 'coins' | 'referrals' | 'realmCreate' | 'realm';

/** Fetches what a page shows, into the cache. */
export async function prefetchFor(page: PrefetchedPage, id: string): Promise<void> {
  if (page === 'account') {
    await Promise.all([
      queries.prefetchQuery(meQuery),
      queries.prefetchQuery(realmsQuery),
      queries.prefetchQuery(sessionsQuery),
      queries.prefetchQuery(sshKeysQuery),
    ]);
  }
  if (page === 'coins') {
    await Promise.all([queries.prefetchQuery(meQuery), queries.prefetchQuery(statementQuery(0))]);
  }
  if (page === 'referrals') {
    await Promise.all([queries.prefetchQuery(meQuery), queries.prefetchQuery(referralsQuery(0))]);
  }
  // Not waited for: most of these pages show nothing of it.
  if (page === 'realmCreate' || page === 'realm') void queries.prefetchQuery(meQuery);
  if (page === 'realmCreate') await queries.prefetchQuery(mapsQuery);
  if (page === 'realm') await queries.prefetchQuery(realmQuery(id));
}
