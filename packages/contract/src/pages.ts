/** The paths of the web application's pages; any other path is the not-found page. */
export const pages = [
  '/',
  '/shop',
  '/shop/success',
  '/shop/cancelled',
  '/shop/payment/error',
  '/account',
  '/account/coins',
  '/account/verification',
  '/account/referals',
  '/realm',
  '/realm/create',
  '/realm/create/modpack',
  '/realm/details',
  '/realm/console',
  '/realm/settings',
  '/realm/access',
  '/realm/players',
  '/realm/backups',
  '/realm/world',
  '/realm/kernel',
  '/realm/plugins',
  '/realm/activity',
  '/realm/logs',
  '/realm/databases',
  '/realm/schedules',
  '/realm/files',
  '/realm/uploads',
  '/admin',
  '/admin/products',
  '/admin/users',
  '/admin/realms',
  '/admin/plans',
  '/admin/machine',
  '/admin/audit',
  '/terms-of-service',
  '/privacy-policy',
] as const;

/** Pages that search engines are told not to index, like all pages for operators. */
const unindexed = new Set([
  '/shop/success',
  '/shop/cancelled',
  '/shop/payment/error',
  '/terms-of-service',
  '/privacy-policy',
]);

/** The name under which the build stores the page for all other paths. */
export const notFoundPage = 'not-found';

/** What a search engine can see without logging in. */
export const sitemapPages = ['/', '/shop'] as const;

export function isPage(path: string): boolean {
  return pages.some((page) => page === path);
}

export function mayBeIndexed(path: string): boolean {
  return isPage(path) && !unindexed.has(path) && !path.startsWith('/admin');
}
