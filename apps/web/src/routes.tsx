import type { Language } from '@realmkeep/contract/languages';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { requireId, requireSession } from './guards.ts';
import { pageText, type PageTextName } from './i18n/catalogue.ts';
import { ErrorLayout } from './layouts/ErrorLayout.tsx';
import type { PageStaticData } from './layouts/page-static-data.ts';
import { RootLayout } from './layouts/RootLayout.tsx';
import { paths } from './paths.ts';
import type { PrefetchedPage } from './queries.ts';
import { categoryParam, idParam, listParams, productParams } from './search-params.ts';
import { chatReturn, readChatReturn } from './session/chat-return.ts';
import { whenOnline } from './when-online.ts';

interface Context {
  language: Language;
}

const texts = (language: Language, ...names: PageTextName[]) =>
  Promise.all(names.map((name) => pageText(name, language)));

/** Checked where a route says it of itself: the router's own type takes anything. */
const page = (data: PageStaticData) => data;

/** Begins to fetch what a page will ask for while its code is on its way. What fails is asked for again by the page. */
async function prefetch(what: PrefetchedPage, id = ''): Promise<void> {
  const { prefetchFor } = await import('./queries.ts');
  await prefetchFor(what, id);
}

const rootRoute = createRootRouteWithContext<Context>()({ component: RootLayout });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: page({ title: 'home' }),
  loader: ({ context: { language } }) => pageText('home', language),
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/home/HomePage.tsx')),
    'HomePage',
  ),
});

const QueriesLayout = lazyRouteComponent(
  whenOnline(() => import('./layouts/QueriesLayout.tsx')),
  'QueriesLayout',
);

/** The shop, and what became of what was bought there. */
const shopAreaRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shop',
  loader: ({ context: { language } }) => texts(language, 'shop', 'subscription', 'realm', 'errors'),
  component: QueriesLayout,
});

const shopRoute = createRoute({
  getParentRoute: () => shopAreaRoute,
  path: '/',
  staticData: page({ title: 'shop' }),
  validateSearch: categoryParam,
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/shop/ShopPage.tsx')),
    'ShopPage',
  ),
});

const shopSuccessRoute = createRoute({
  getParentRoute: () => shopAreaRoute,
  path: '/success',
  staticData: page({ title: 'shopSuccess' }),
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/payment-result/SuccessPage.tsx')),
    'SuccessPage',
  ),
});

const shopCancelledRoute = createRoute({
  getParentRoute: () => shopAreaRoute,
  path: '/cancelled',
  staticData: page({ title: 'shopCancelled' }),
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/payment-result/CancelledPage.tsx')),
    'CancelledPage',
  ),
});

const paymentErrorRoute = createRoute({
  getParentRoute: () => shopAreaRoute,
  path: '/payment/error',
  staticData: page({ title: 'paymentError' }),
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/payment-result/PaymentErrorPage.tsx')),
    'PaymentErrorPage',
  ),
});

/** The pages of an account. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireSession,
  loader: ({ context: { language } }) => texts(language, 'realm', 'subscription', 'errors'),
  component: QueriesLayout,
});

/** The pages of the account itself. */
const accountAreaRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'account-area',
  loader: ({ context: { language } }) => pageText('account', language),
  component: lazyRouteComponent(
    whenOnline(() => import('./layouts/AccountLayout.tsx')),
    'AccountLayout',
  ),
});

const accountRoute = createRoute({
  getParentRoute: () => accountAreaRoute,
  path: '/account',
  staticData: page({ title: 'account', signIn: true }),
  loader: () => {
    prefetch('account').catch(() => {});
  },
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/account/AccountPage.tsx')),
    'AccountPage',
  ),
});

const referralsRoute = createRoute({
  getParentRoute: () => accountAreaRoute,
  path: '/account/referals',
  staticData: page({ title: 'referrals', signIn: true }),
  loader: () => {
    prefetch('referrals').catch(() => {});
  },
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/referrals/ReferralsPage.tsx')),
    'ReferralsPage',
  ),
});

const coinsRoute = createRoute({
  getParentRoute: () => accountAreaRoute,
  path: '/account/coins',
  staticData: page({ title: 'coins', signIn: true }),
  loader: async ({ context: { language } }) => {
    prefetch('coins').catch(() => {});
    await pageText('statement', language);
  },
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/coins/CoinsPage.tsx')),
    'CoinsPage',
  ),
});

const verificationRoute = createRoute({
  getParentRoute: () => accountAreaRoute,
  path: '/account/verification',
  staticData: page({ title: 'verification', signIn: true }),
  // What the chat platform has put into the address leaves it at once.
  beforeLoad: ({ search }) => {
    const brought = readChatReturn(search);
    if (!brought) return;
    chatReturn.set(brought);
    throw redirect(paths.verification);
  },
  onLeave: () => chatReturn.set(null),
  loader: ({ context: { language } }) => pageText('verification', language),
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/verification/VerificationPage.tsx')),
    'VerificationPage',
  ),
});

const realmCreateRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/realm/create',
  staticData: page({ title: 'realmCreate', signIn: true }),
  loader: () => {
    prefetch('realmCreate').catch(() => {});
  },
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/realm-create/RealmCreatePage.tsx')),
    'RealmCreatePage',
  ),
});

/** Everything of one realm, which the query parameter `id` names. */
const realmRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/realm',
  validateSearch: idParam,
  beforeLoad: requireId,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { id } }) => {
    prefetch('realm', id).catch(() => {});
  },
  component: lazyRouteComponent(
    whenOnline(() => import('./layouts/RealmLayout.tsx')),
    'RealmLayout',
  ),
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
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/realm-details/RealmDetailsPage.tsx')),
    'RealmDetailsPage',
  ),
});

const realmSettingsRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/settings',
  staticData: page({ title: 'realmSettings', signIn: true }),
  loader: ({ context: { language } }) => pageText('manage', language),
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/realm-settings/RealmSettingsPage.tsx')),
    'RealmSettingsPage',
  ),
});

const realmAccessRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/access',
  staticData: page({ title: 'realmAccess', signIn: true }),
  loader: ({ context: { language } }) => pageText('manage', language),
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/realm-access/RealmAccessPage.tsx')),
    'RealmAccessPage',
  ),
});

/** The pages of operators. */
const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  loader: ({ context: { language } }) => texts(language, 'admin', 'account', 'shop'),
  component: lazyRouteComponent(
    whenOnline(() => import('./layouts/AdminLayout.tsx')),
    'AdminLayout',
  ),
});

const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect(paths.adminProducts);
  },
});

const adminProductsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/products',
  staticData: page({ title: 'adminProducts', signIn: true }),
  validateSearch: productParams,
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/admin-products/AdminProductsPage.tsx')),
    'AdminProductsPage',
  ),
});

const adminUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  staticData: page({ title: 'adminUsers', signIn: true }),
  validateSearch: listParams,
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/admin-users/AdminUsersPage.tsx')),
    'AdminUsersPage',
  ),
});

const adminRealmsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/realms',
  staticData: page({ title: 'adminRealms', signIn: true }),
  validateSearch: listParams,
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/admin-realms/AdminRealmsPage.tsx')),
    'AdminRealmsPage',
  ),
});

const adminAuditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  staticData: page({ title: 'adminAudit', signIn: true }),
  validateSearch: listParams,
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/admin-audit/AdminAuditPage.tsx')),
    'AdminAuditPage',
  ),
});

const NotFound = lazyRouteComponent(
  whenOnline(() => import('./pages/not-found/NotFoundPage.tsx')),
  'NotFoundPage',
);

const realmUnknownRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '$',
  staticData: page({ title: 'notFound', signIn: true }),
  component: NotFound,
});

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms-of-service',
  staticData: page({ title: 'terms' }),
  loader: ({ context: { language } }) => pageText('legal', language),
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/legal/TermsPage.tsx')),
    'TermsPage',
  ),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy-policy',
  staticData: page({ title: 'privacy' }),
  loader: ({ context: { language } }) => pageText('legal', language),
  component: lazyRouteComponent(
    whenOnline(() => import('./pages/legal/PrivacyPage.tsx')),
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
  shopAreaRoute.addChildren([shopRoute, shopSuccessRoute, shopCancelledRoute, paymentErrorRoute]),
  signedInRoute.addChildren([
    accountAreaRoute.addChildren([accountRoute, coinsRoute, verificationRoute, referralsRoute]),
    realmCreateRoute,
    realmRoute.addChildren([
      realmIndexRoute,
      realmDetailsRoute,
      realmSettingsRoute,
      realmAccessRoute,
      realmUnknownRoute,
    ]),
    adminRoute.addChildren([adminIndexRoute, adminProductsRoute, adminUsersRoute, adminRealmsRoute, adminAuditRoute]),
  ]),
  termsRoute,
  privacyRoute,
  unknownRoute,
]);

/** @param language what the first page speaks */
export function createAppRouter(language: Language) {
  return createRouter({
    routeTree,
    context: { language },
    defaultPreload: 'intent',
    // The caches of queries and texts know what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorLayout,
    scrollRestoration: true,
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
