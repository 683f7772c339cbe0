import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { session } from './api.ts';
import { ErrorLayout } from './layouts/ErrorLayout.tsx';
import type { PageStaticData } from './layouts/page-static-data.ts';
import { RealmLayout } from './layouts/RealmLayout.tsx';
import { RootLayout } from './layouts/RootLayout.tsx';
import { paths } from './paths.ts';
import { mapsQuery, meQuery, realmQuery, realmsQuery } from './queries.ts';
import { openAuthDialog } from './session/auth-dialog.ts';

interface Context {
  queries: QueryClient;
}

/** A guarded route sends the visitor home, with the login dialog open. */
function requireSession(): void {
  if (session.state.get().isLoggedIn) return;
  openAuthDialog('login');
  throw redirect(paths.home);
}

const withId = ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' && id !== '' ? { id } : {});

function requireId({ search }: { search: { id?: string } }): void {
  requireSession();
  if (search.id === undefined) throw redirect(paths.account);
}

const page = (data: PageStaticData) => data;

const rootRoute = createRootRouteWithContext<Context>()({ component: RootLayout });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: page({ title: 'home' }),
  component: lazyRouteComponent(() => import('./pages/home/HomePage.tsx'), 'HomePage'),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  staticData: page({ title: 'account', signIn: true }),
  beforeLoad: requireSession,
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(meQuery);
    void queries.prefetchQuery(realmsQuery);
  },
  component: lazyRouteComponent(() => import('./pages/account/AccountPage.tsx'), 'AccountPage'),
});

const realmCreateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/realm/create',
  staticData: page({ title: 'realmCreate', signIn: true }),
  beforeLoad: requireSession,
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(mapsQuery);
  },
  component: lazyRouteComponent(() => import('./pages/realm-create/RealmCreatePage.tsx'), 'RealmCreatePage'),
});

/** Everything of one realm, which the query parameter `id` names. */
const realmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/realm',
  validateSearch: withId,
  beforeLoad: requireId,
  component: RealmLayout,
});

const realmIndexRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect(paths.account);
  },
});

const realmDetailsRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/details',
  staticData: page({ title: 'realmDetails', signIn: true }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: { id = '' } }) => {
    void queries.prefetchQuery(realmQuery(id));
  },
  component: lazyRouteComponent(() => import('./pages/realm-details/RealmDetailsPage.tsx'), 'RealmDetailsPage'),
});

const realmSettingsRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/settings',
  staticData: page({ title: 'realmSettings', signIn: true }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: { id = '' } }) => {
    void queries.prefetchQuery(realmQuery(id));
  },
  component: lazyRouteComponent(() => import('./pages/realm-settings/RealmSettingsPage.tsx'), 'RealmSettingsPage'),
});

const NotFound = lazyRouteComponent(() => import('./pages/not-found/NotFoundPage.tsx'), 'NotFoundPage');

const realmUnknownRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '$',
  staticData: page({ title: 'notFound', noIndex: true }),
  component: NotFound,
});

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms-of-service',
  staticData: page({ title: 'terms', noIndex: true }),
  component: lazyRouteComponent(() => import('./pages/legal/TermsPage.tsx'), 'TermsPage'),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy-policy',
  staticData: page({ title: 'privacy', noIndex: true }),
  component: lazyRouteComponent(() => import('./pages/legal/PrivacyPage.tsx'), 'PrivacyPage'),
});

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  staticData: page({ title: 'notFound', noIndex: true }),
  component: NotFound,
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  accountRoute,
  realmCreateRoute,
  realmRoute.addChildren([realmIndexRoute, realmDetailsRoute, realmSettingsRoute, realmUnknownRoute]),
  termsRoute,
  privacyRoute,
  unknownRoute,
]);

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    // The cache of queries knows what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorLayout,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
