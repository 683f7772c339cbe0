import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { paths } from '../shared/paths.ts';
import { listParams, productParams } from './search-params.ts';
import { whenOnline } from './when-online.ts';
import { page, signedInRoute, texts } from './base.ts';

/** The pages of operators. */
const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  loader: ({ context: { language } }) => texts(language, 'admin', 'account', 'shop'),
  component: lazyRouteComponent(
    whenOnline(() => import('../layouts/AdminLayout.tsx')),
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
    whenOnline(() => import('../pages/admin-products/AdminProductsPage.tsx')),
    'AdminProductsPage',
  ),
});

const adminUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  staticData: page({ title: 'adminUsers', signIn: true }),
  validateSearch: listParams,
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/admin-users/AdminUsersPage.tsx')),
    'AdminUsersPage',
  ),
});

const adminRealmsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/realms',
  staticData: page({ title: 'adminRealms', signIn: true }),
  validateSearch: listParams,
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/admin-realms/AdminRealmsPage.tsx')),
    'AdminRealmsPage',
  ),
});

const adminMachineRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/machine',
  staticData: page({ title: 'adminMachine', signIn: true }),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/admin-machine/AdminMachinePage.tsx')),
    'AdminMachinePage',
  ),
});

const adminAuditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  staticData: page({ title: 'adminAudit', signIn: true }),
  validateSearch: listParams,
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/admin-audit/AdminAuditPage.tsx')),
    'AdminAuditPage',
  ),
});

export const adminRoutes = adminRoute.addChildren([
  adminIndexRoute,
  adminProductsRoute,
  adminUsersRoute,
  adminRealmsRoute,
  adminMachineRoute,
  adminAuditRoute,
]);
