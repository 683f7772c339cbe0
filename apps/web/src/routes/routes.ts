/**
 * Every page: its path, guard (the area that it lies in), title, code, and messages. The api's list of the same paths, with those that search
 * engines may show, is `@realmkeep/contract/pages`. Links to pages are built by `shared/paths.ts`.
 */
import type { Language } from '@realmkeep/contract/languages';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { chatReturn, readChatReturn } from '../features/auth/chat-return.ts';
import { RootLayout } from '../layouts/RootLayout.tsx';
import { paths } from '../shared/paths.ts';
import { requireId, requireSession } from './guards.ts';
import { lazy, messages, page, prefetch } from './page.ts';
import { categoryParam, fileParams, idParam, listParams, packParams, productParams } from './search-params.ts';

const rootRoute = createRootRouteWithContext<{ language: Language }>()({ component: RootLayout });

const QueriesLayout = lazy(() => import('../layouts/QueriesLayout.tsx'));
const notFoundPage = () => import('../pages/not-found/NotFoundPage.tsx');

// Public pages that query nothing.

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  ...page('home', () => import('../pages/home/HomePage.tsx'), { prerendered: true, messages: ['home'] }),
});

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms-of-service',
  ...page('terms', () => import('../pages/legal/TermsPage.tsx'), { prerendered: true, messages: ['legal'] }),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy-policy',
  ...page('privacy', () => import('../pages/legal/PrivacyPage.tsx'), { prerendered: true, messages: ['legal'] }),
});

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  ...page('notFound', notFoundPage, { prerendered: true }),
});

// The shop, and what became of what was bought there.

const shopArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shop-area',
  loader: messages('shop', 'subscription', 'realm', 'errors'),
  component: QueriesLayout,
});

const shopRoute = createRoute({
  getParentRoute: () => shopArea,
  path: '/shop',
  validateSearch: categoryParam,
  ...page('shop', () => import('../pages/shop/ShopPage.tsx'), { prerendered: true }),
});

const shopSuccessRoute = createRoute({
  getParentRoute: () => shopArea,
  path: '/shop/success',
  ...page('shopSuccess', () => import('../pages/payment-result/SuccessPage.tsx')),
});

const shopCancelledRoute = createRoute({
  getParentRoute: () => shopArea,
  path: '/shop/cancelled',
  ...page('shopCancelled', () => import('../pages/payment-result/CancelledPage.tsx')),
});

const paymentErrorRoute = createRoute({
  getParentRoute: () => shopArea,
  path: '/shop/payment/error',
  ...page('paymentError', () => import('../pages/payment-result/PaymentErrorPage.tsx')),
});

// Pages for those who are logged in.

const signedInArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  staticData: { signIn: true },
  beforeLoad: requireSession,
  loader: messages('realm', 'subscription', 'errors'),
  component: QueriesLayout,
});

const accountArea = createRoute({
  getParentRoute: () => signedInArea,
  id: 'account-area',
  loader: messages('account'),
  component: lazy(() => import('../layouts/AccountLayout.tsx')),
});

const accountRoute = createRoute({
  getParentRoute: () => accountArea,
  path: '/account',
  ...page('account', () => import('../pages/account/AccountPage.tsx'), {
    messages: ['referral'],
    prefetched: 'account',
  }),
});

const coinsRoute = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/coins',
  ...page('coins', () => import('../pages/coins/CoinsPage.tsx'), {
    messages: ['statement', 'referral'],
    prefetched: 'coins',
  }),
});

const referralsRoute = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/referals',
  ...page('referrals', () => import('../pages/referrals/ReferralsPage.tsx'), {
    messages: ['referral'],
    prefetched: 'referrals',
  }),
});

const verificationRoute = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/verification',
  // What the chat platform has put into the address leaves it at once.
  beforeLoad: ({ search }) => {
    const brought = readChatReturn(search);
    if (!brought) return;
    chatReturn.set(brought);
    throw redirect(paths.verification);
  },
  onLeave: () => chatReturn.set(null),
  ...page('verification', () => import('../pages/verification/VerificationPage.tsx'), { messages: ['verification'] }),
});

const realmCreateRoute = createRoute({
  getParentRoute: () => signedInArea,
  path: '/realm/create',
  ...page('realmCreate', () => import('../pages/realm-create/RealmCreatePage.tsx'), {
    messages: ['worlds'],
    prefetched: 'realmCreate',
  }),
});

const realmModpackRoute = createRoute({
  getParentRoute: () => signedInArea,
  path: '/realm/create/modpack',
  validateSearch: packParams,
  ...page('realmModpack', () => import('../pages/realm-modpack/RealmModpackPage.tsx'), {
    messages: ['modpacks', 'addons', 'kernel'],
  }),
});

// Everything of one realm, which the query parameter `id` names.

const realmArea = createRoute({
  getParentRoute: () => signedInArea,
  id: 'realm-area',
  validateSearch: idParam,
  beforeLoad: requireId,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { id } }) => prefetch('realm', id),
  component: lazy(() => import('../layouts/RealmLayout.tsx')),
});

const realmIndexRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/',
  beforeLoad: () => {
    throw redirect(paths.account);
  },
});

const realmDetailsRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/details',
  ...page('realmDetails', () => import('../pages/realm-details/RealmDetailsPage.tsx'), { messages: ['logs'] }),
});

const realmConsoleRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/console',
  ...page('realmConsole', () => import('../pages/realm-console/RealmConsolePage.tsx'), { messages: ['console'] }),
});

const realmSettingsRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/settings',
  ...page('realmSettings', () => import('../pages/realm-settings/RealmSettingsPage.tsx'), { messages: ['manage'] }),
});

const realmPlayersRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/players',
  ...page('realmPlayers', () => import('../pages/realm-players/RealmPlayersPage.tsx'), { messages: ['players'] }),
});

const realmAccessRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/access',
  ...page('realmAccess', () => import('../pages/realm-access/RealmAccessPage.tsx'), { messages: ['access'] }),
});

const realmBackupsRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/backups',
  ...page('realmBackups', () => import('../pages/realm-backups/RealmBackupsPage.tsx'), {
    messages: ['backups', 'kernel'],
  }),
});

const realmWorldRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/world',
  ...page('realmWorld', () => import('../pages/realm-world/RealmWorldPage.tsx'), { messages: ['world'] }),
});

const realmKernelRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/kernel',
  ...page('realmKernel', () => import('../pages/realm-kernel/RealmKernelPage.tsx'), {
    messages: ['kernel', 'uploads'],
  }),
});

const realmPluginsRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/plugins',
  ...page('realmPlugins', () => import('../pages/realm-plugins/RealmPluginsPage.tsx'), {
    messages: ['addons', 'kernel', 'account'],
  }),
});

const realmDatabasesRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/databases',
  ...page('realmDatabases', () => import('../pages/realm-databases/RealmDatabasesPage.tsx'), {
    messages: ['databases'],
  }),
});

const realmSchedulesRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/schedules',
  ...page('realmSchedules', () => import('../pages/realm-schedules/RealmSchedulesPage.tsx'), {
    messages: ['schedules'],
  }),
});

const realmLogsRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/logs',
  validateSearch: fileParams,
  ...page('realmLogs', () => import('../pages/realm-logs/RealmLogsPage.tsx'), { messages: ['logs'] }),
});

const realmActivityRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/activity',
  ...page('realmActivity', () => import('../pages/realm-activity/RealmActivityPage.tsx'), {
    messages: ['activity', 'manage', 'kernel', 'account'],
  }),
});

const realmFilesRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/files',
  validateSearch: fileParams,
  ...page('realmFiles', () => import('../pages/realm-files/RealmFilesPage.tsx'), {
    messages: ['files', 'uploads', 'account'],
  }),
});

const realmUploadsRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/uploads',
  ...page('realmUploads', () => import('../pages/realm-uploads/RealmUploadsPage.tsx'), { messages: ['uploads'] }),
});

const realmUnknownRoute = createRoute({
  getParentRoute: () => realmArea,
  path: '/realm/$',
  ...page('notFound', notFoundPage),
});

// The pages of operators. The layout checks who is one.

const adminArea = createRoute({
  getParentRoute: () => signedInArea,
  id: 'admin-area',
  loader: messages('admin', 'account', 'shop'),
  component: lazy(() => import('../layouts/AdminLayout.tsx')),
});

const adminIndexRoute = createRoute({
  getParentRoute: () => adminArea,
  path: '/admin/',
  beforeLoad: () => {
    throw redirect(paths.adminProducts);
  },
});

const adminProductsRoute = createRoute({
  getParentRoute: () => adminArea,
  path: '/admin/products',
  validateSearch: productParams,
  ...page('adminProducts', () => import('../pages/admin-products/AdminProductsPage.tsx')),
});

const adminUsersRoute = createRoute({
  getParentRoute: () => adminArea,
  path: '/admin/users',
  validateSearch: listParams,
  ...page('adminUsers', () => import('../pages/admin-users/AdminUsersPage.tsx')),
});

const adminRealmsRoute = createRoute({
  getParentRoute: () => adminArea,
  path: '/admin/realms',
  validateSearch: listParams,
  ...page('adminRealms', () => import('../pages/admin-realms/AdminRealmsPage.tsx')),
});

const adminPlansRoute = createRoute({
  getParentRoute: () => adminArea,
  path: '/admin/plans',
  ...page('adminPlans', () => import('../pages/admin-plans/AdminPlansPage.tsx')),
});

const adminMachineRoute = createRoute({
  getParentRoute: () => adminArea,
  path: '/admin/machine',
  ...page('adminMachine', () => import('../pages/admin-machine/AdminMachinePage.tsx')),
});

const adminAuditRoute = createRoute({
  getParentRoute: () => adminArea,
  path: '/admin/audit',
  validateSearch: listParams,
  ...page('adminAudit', () => import('../pages/admin-audit/AdminAuditPage.tsx')),
});

export const routeTree = rootRoute.addChildren([
  homeRoute,
  shopArea.addChildren([shopRoute, shopSuccessRoute, shopCancelledRoute, paymentErrorRoute]),
  signedInArea.addChildren([
    accountArea.addChildren([accountRoute, coinsRoute, verificationRoute, referralsRoute]),
    realmCreateRoute,
    realmModpackRoute,
    realmArea.addChildren([
      realmIndexRoute,
      realmDetailsRoute,
      realmConsoleRoute,
      realmSettingsRoute,
      realmPlayersRoute,
      realmAccessRoute,
      realmBackupsRoute,
      realmWorldRoute,
      realmKernelRoute,
      realmPluginsRoute,
      realmUploadsRoute,
      realmDatabasesRoute,
      realmLogsRoute,
      realmActivityRoute,
      realmSchedulesRoute,
      realmFilesRoute,
      realmUnknownRoute,
    ]),
    adminArea.addChildren([
      adminIndexRoute,
      adminProductsRoute,
      adminUsersRoute,
      adminRealmsRoute,
      adminPlansRoute,
      adminMachineRoute,
      adminAuditRoute,
    ]),
  ]),
  termsRoute,
  privacyRoute,
  unknownRoute,
]);
