import type { Language } from '@realmkeep/contract/languages';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PrefetchedPage } from '../api/queries.ts';
import { loadMessages, type MessagesName } from '../i18n/messages.ts';
import type { PageStaticData } from '../layouts/page-static-data.ts';

interface Loading {
  context: { language: Language };
}

type Load = () => Promise<{ default: () => ReactNode }>;

/** Loads messages before a page is shown. */
export const messages =
  (...names: MessagesName[]) =>
  ({ context: { language } }: Loading) =>
    Promise.all(names.map((name) => loadMessages(name, language)));

/** Starts fetching what a page will query while its code is on the way. A request that fails is repeated by the page. */
export function prefetch(page: PrefetchedPage, id = ''): void {
  import('../api/queries.ts').then(({ prefetchFor }) => prefetchFor(page, id)).catch(() => {});
}

/** A component whose code is loaded with its route. Offline, the router would reload the page for that code, and lose the page. */
export function lazy(load: Load) {
  return lazyRouteComponent(() => (navigator.onLine ? load() : Promise.reject(new Error('offline'))));
}

interface Options {
  /** The same for every visitor, so that the build renders it. */
  prerendered?: true;
  messages?: MessagesName[];
  prefetched?: PrefetchedPage;
}

/** What every page's route has in common, to be spread into it. */
export function page(title: NonNullable<PageStaticData['title']>, load: Load, options: Options = {}) {
  const { prerendered = false, prefetched } = options;
  const loadMessages = messages(...(options.messages ?? []));
  return {
    staticData: { title, prerendered },
    component: lazy(load),
    loader: async (loading: Loading) => {
      if (prefetched) prefetch(prefetched);
      await loadMessages(loading);
    },
  };
}
