export const keys = {
  me: ['me'],
  sessions: ['sessions'],
  referrals: (page: number) => ['referrals', page],
  maps: ['maps'],
  possibility: ['possibility'],
  realms: ['realms'],
  /** The beginning of each realm's key. */
  anyRealm: ['realm'],
  realm: (id: string) => ['realm', id],
} as const;
