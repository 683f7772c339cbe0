import type { ProductCategory } from '@realmkeep/contract/products';

/** Every address of the pages, as what a link or a navigation takes. */
export const paths = {
  home: { to: '/' },
  /** As a realm's menu has it, whose links all keep the realm's id. */
  homeOf: (id: string | undefined) => ({ to: '/', search: id === undefined ? {} : { id } }) as const,
  shop: { to: '/shop' },
  shopCategory: (category: ProductCategory) => ({ to: '/shop', search: { category } }) as const,
  paymentError: { to: '/shop/payment/error' },
  account: { to: '/account' },
  coins: { to: '/account/coins' },
  servers: { to: '/account', hash: 'servers' },
  sessions: { to: '/account', hash: 'sessions' },
  verification: { to: '/account/verification' },
  referrals: { to: '/account/referals' },
  realmCreate: { to: '/realm/create' },
  modpacks: { to: '/realm/create/modpack' },
  /** One, to be chosen. */
  modpack: (pack: string) => ({ to: '/realm/create/modpack', search: { pack } }) as const,
  /** That of a realm, on its way. */
  modpackProgress: (id: string) => ({ to: '/realm/create/modpack', search: { id } }) as const,
  realmDetails: (id: string) => ({ to: '/realm/details', search: { id } }) as const,
  realmConsole: (id: string) => ({ to: '/realm/console', search: { id } }) as const,
  realmSettings: (id: string) => ({ to: '/realm/settings', search: { id } }) as const,
  realmPlayers: (id: string) => ({ to: '/realm/players', search: { id } }) as const,
  realmAccess: (id: string) => ({ to: '/realm/access', search: { id } }) as const,
  realmBackups: (id: string) => ({ to: '/realm/backups', search: { id } }) as const,
  realmWorld: (id: string) => ({ to: '/realm/world', search: { id } }) as const,
  realmKernel: (id: string) => ({ to: '/realm/kernel', search: { id } }) as const,
  realmPlugins: (id: string) => ({ to: '/realm/plugins', search: { id } }) as const,
  realmUploads: (id: string) => ({ to: '/realm/uploads', search: { id } }) as const,
  realmLogs: (id: string) => ({ to: '/realm/logs', search: { id } }) as const,
  /** What one says. */
  realmLog: (id: string, file: string) => ({ to: '/realm/logs', search: { id, file } }) as const,
  realmActivity: (id: string) => ({ to: '/realm/activity', search: { id } }) as const,
  realmDatabases: (id: string) => ({ to: '/realm/databases', search: { id } }) as const,
  realmSchedules: (id: string) => ({ to: '/realm/schedules', search: { id } }) as const,
  /** A folder of a realm's files, by its path; the root without one. */
  realmFiles: (id: string, path = '') =>
    ({ to: '/realm/files', search: { id, ...(path === '' ? {} : { path }) } }) as const,
  /** A file being edited. */
  realmFile: (id: string, file: string) => ({ to: '/realm/files', search: { id, file } }) as const,
  admin: { to: '/admin' },
  adminProducts: { to: '/admin/products' },
  adminUsers: { to: '/admin/users' },
  adminUsersLike: (q: string) => ({ to: '/admin/users', search: { q } }) as const,
  adminRealms: { to: '/admin/realms' },
  adminRealmsLike: (q: string) => ({ to: '/admin/realms', search: { q } }) as const,
  adminPlans: { to: '/admin/plans' },
  adminMachine: { to: '/admin/machine' },
  adminAudit: { to: '/admin/audit' },
  terms: { to: '/terms-of-service' },
  privacy: { to: '/privacy-policy' },
} as const;

/** The address of a socket of the api. */
export function socketUrl(
  { protocol, host }: Pick<Location, 'protocol' | 'host'>,
  socket: 'events' | 'verification',
): string {
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/api/ws/${socket}`;
}
