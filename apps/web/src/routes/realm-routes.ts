import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requireId } from './guards.ts';
import { pageText } from '../i18n/catalogue.ts';
import { paths } from '../shared/paths.ts';
import { fileParams, idParam } from './search-params.ts';
import { whenOnline } from './when-online.ts';
import { NotFound, page, prefetch, signedInRoute } from './base.ts';

export const realmCreateRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/realm/create',
  staticData: page({ title: 'realmCreate', signIn: true }),
  loader: ({ context: { language } }) => {
    prefetch('realmCreate').catch(() => {});
    return pageText('worlds', language);
  },
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/realm-create/RealmCreatePage.tsx')),
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
    whenOnline(() => import('../layouts/RealmLayout.tsx')),
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
    whenOnline(() => import('../pages/realm-details/RealmDetailsPage.tsx')),
    'RealmDetailsPage',
  ),
});

const realmConsoleRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/console',
  staticData: page({ title: 'realmConsole', signIn: true }),
  loader: ({ context: { language } }) => pageText('console', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/realm-console/RealmConsolePage.tsx')),
    'RealmConsolePage',
  ),
});

const realmSettingsRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/settings',
  staticData: page({ title: 'realmSettings', signIn: true }),
  loader: ({ context: { language } }) => pageText('manage', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/realm-settings/RealmSettingsPage.tsx')),
    'RealmSettingsPage',
  ),
});

const realmAccessRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/access',
  staticData: page({ title: 'realmAccess', signIn: true }),
  loader: ({ context: { language } }) => pageText('manage', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/realm-access/RealmAccessPage.tsx')),
    'RealmAccessPage',
  ),
});

const realmBackupsRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/backups',
  staticData: page({ title: 'realmBackups', signIn: true }),
  loader: ({ context: { language } }) => Promise.all([pageText('backups', language), pageText('kernel', language)]),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/realm-backups/RealmBackupsPage.tsx')),
    'RealmBackupsPage',
  ),
});

const realmUploadsRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/uploads',
  staticData: page({ title: 'realmUploads', signIn: true }),
  loader: ({ context: { language } }) => pageText('uploads', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/realm-uploads/RealmUploadsPage.tsx')),
    'RealmUploadsPage',
  ),
});

const realmKernelRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/kernel',
  staticData: page({ title: 'realmKernel', signIn: true }),
  loader: ({ context: { language } }) => pageText('kernel', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/realm-kernel/RealmKernelPage.tsx')),
    'RealmKernelPage',
  ),
});

const realmDatabasesRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/databases',
  staticData: page({ title: 'realmDatabases', signIn: true }),
  loader: ({ context: { language } }) => pageText('databases', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/realm-databases/RealmDatabasesPage.tsx')),
    'RealmDatabasesPage',
  ),
});

const realmSchedulesRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/schedules',
  staticData: page({ title: 'realmSchedules', signIn: true }),
  loader: ({ context: { language } }) => pageText('schedules', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/realm-schedules/RealmSchedulesPage.tsx')),
    'RealmSchedulesPage',
  ),
});

const realmFilesRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '/files',
  staticData: page({ title: 'realmFiles', signIn: true }),
  validateSearch: fileParams,
  loader: ({ context: { language } }) =>
    Promise.all([pageText('files', language), pageText('uploads', language), pageText('account', language)]),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/realm-files/RealmFilesPage.tsx')),
    'RealmFilesPage',
  ),
});

const realmUnknownRoute = createRoute({
  getParentRoute: () => realmRoute,
  path: '$',
  staticData: page({ title: 'notFound', signIn: true }),
  component: NotFound,
});

export const realmRoutes = realmRoute.addChildren([
  realmIndexRoute,
  realmDetailsRoute,
  realmConsoleRoute,
  realmSettingsRoute,
  realmAccessRoute,
  realmBackupsRoute,
  realmKernelRoute,
  realmUploadsRoute,
  realmDatabasesRoute,
  realmSchedulesRoute,
  realmFilesRoute,
  realmUnknownRoute,
]);
