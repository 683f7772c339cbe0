import type { Language } from '@realmkeep/contract/languages';
import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router';
import { pageText } from '../i18n/catalogue.ts';
import { ErrorLayout } from '../layouts/ErrorLayout.tsx';
import { accountRoutes } from './account-routes.ts';
import { adminRoutes } from './admin-routes.ts';
import { NotFound, page, rootRoute, signedInRoute } from './base.ts';
import { realmCreateRoute, realmRoutes } from './realm-routes.ts';
import { shopRoutes } from './shop-routes.ts';
import { whenOnline } from './when-online.ts';

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: page({ title: 'home' }),
  loader: ({ context: { language } }) => pageText('home', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/home/HomePage.tsx')),
    'HomePage',
  ),
});

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms-of-service',
  staticData: page({ title: 'terms' }),
  loader: ({ context: { language } }) => pageText('legal', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/legal/TermsPage.tsx')),
    'TermsPage',
  ),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy-policy',
  staticData: page({ title: 'privacy' }),
  loader: ({ context: { language } }) => pageText('legal', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/legal/PrivacyPage.tsx')),
    'PrivacyPage',
  ),
});

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  staticData: page({ title: 'notFound' }),
  component: NotFound,
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  shopRoutes,
  signedInRoute.addChildren([accountRoutes, realmCreateRoute, realmRoutes, adminRoutes]),
  termsRoute,
  privacyRoute,
  unknownRoute,
]);

/**
 * @param language what the first page speaks
 * @param history where no browser has one
 */
export function createAppRouter(language: Language, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    context: { language },
    defaultPreload: 'intent',
    // The caches of queries and texts know what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorLayout,
    scrollRestoration: history === undefined,
    // Every parameter is text, also one that looks like a number.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
