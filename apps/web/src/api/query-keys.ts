export const keys = {
  me: ['me'],
  sessions: ['sessions'],
  sshKeys: ['ssh-keys'],
  referrals: (page: number) => ['referrals', page],
  /** The beginning of each page of the statement's key. */
  anyStatement: ['statement'],
  statement: (page: number) => ['statement', page],
  /** The beginning of the key of whatever is said of the shop's products. */
  anyProducts: ['products'],
  products: (category: string, language: string) => ['products', category, language],
  filledCategories: ['products', 'filled'],
  subscriptionPreview: (tier: string, productId?: string) => ['subscription-preview', tier, productId],
  /** The beginning of each payment's key. */
  anyPayment: ['payment'],
  payment: (sessionId: string) => ['payment', sessionId],
  maps: ['maps'],
  ownMaps: ['own-maps'],
  address: (address: string) => ['address', address],
  possibility: ['possibility'],
  createVersions: (kernel: string) => ['create-versions', kernel],
  plans: ['plans'],
  realms: ['realms'],
  partnered: (page: number) => ['realms', 'partnered', page],
  /** The beginning of each realm's key. */
  anyRealm: ['realm'],
  realm: (id: string) => ['realm', id],
  /** Told anew by each run of the realm. */
  consoleCommands: (id: string, startedAt: string | null) => ['console-commands', id, startedAt],
  realmPartners: (id: string) => ['realm', id, 'partners'],
  realmBackups: (id: string) => ['realm', id, 'backups'],
  realmKernel: (id: string) => ['realm', id, 'kernel'],
  realmKernelVersions: (id: string, kernel: string) => ['realm', id, 'kernel', 'versions', kernel],
  realmDatabase: (id: string) => ['realm', id, 'database'],
  realmSchedules: (id: string) => ['realm', id, 'schedules'],
  /** The beginning of each key of a realm's folders. */
  realmFiles: (id: string) => ['files', id],
  realmFolder: (id: string, path: string) => ['files', id, path],
  realmUploads: (id: string) => ['realm', id, 'uploads'],
  realmSftp: (id: string) => ['sftp', id],
  filesWork: (id: string) => ['files-work', id],
  fileText: (id: string, path: string) => ['file-text', id, path],
  /** The beginning of each history's key. */
  anyHistory: ['history'],
  history: (id: string) => ['history', id],
  /** The beginning of each key of the operators' pages. */
  anyAdmin: ['admin'],
  adminProducts: (page: number) => ['admin', 'products', page],
  adminUsers: (q: string, page: number) => ['admin', 'users', q, page],
  adminRealms: (q: string, page: number) => ['admin', 'realms', q, page],
  adminPlanKernels: ['admin', 'plan-kernels'],
  adminMachine: ['admin', 'machine'],
  adminAudit: (page: number) => ['admin', 'audit', page],
} as const;
