import type { Language } from '@realmkeep/contract/languages';
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSession } from './guards.ts';
import { pageText, type PageTextName } from '../i18n/catalogue.ts';
import type { PageStaticData } from '../layouts/page-static-data.ts';
import { RootLayout } from '../layouts/RootLayout.tsx';
import type { PrefetchedPage } from '../api/queries.ts';
import { whenOnline } from './when-online.ts';

interface Context {
  language: Language;
}

export const texts = (language: Language, ...names: PageTextName[]) =>
  Promise.all(names.map((name) => pageText(name, language)));

/** Checked where a route says it of itself: the router's own type takes anything. */
export const page = (data: PageStaticData) => data;

/** Begins to fetch what a page will ask for while its code is on its way. What fails is asked for again by the page. */
export async function prefetch(what: PrefetchedPage, id = ''): Promise<void> {
  const { prefetchFor } = await import('../api/queries.ts');
  await prefetchFor(what, id);
}

export const rootRoute = createRootRouteWithContext<Context>()({ component: RootLayout });

export const QueriesLayout = lazyRouteComponent(
  whenOnline(() => import('../layouts/QueriesLayout.tsx')),
  'QueriesLayout',
);

/** The pages of an account. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireSession,
  loader: ({ context: { language } }) => texts(language, 'realm', 'subscription', 'errors'),
  component: QueriesLayout,
});

export const NotFound = lazyRouteComponent(
  whenOnline(() => import('../pages/not-found/NotFoundPage.tsx')),
  'NotFoundPage',
);
