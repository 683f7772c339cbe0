export const keys = {
  me: ['me'],
  sessions: ['sessions'],
  referrals: (page: number) => ['referrals', page],
  /** The beginning of each payment's key. */
  anyPayment: ['payment'],
  payment: (sessionId: string) => ['payment', sessionId],
  maps: ['maps'],
  possibility: ['possibility'],
  realms: ['realms'],
  /** The beginning of each realm's key. */
  anyRealm: ['realm'],
  realm: (id: string) => ['realm', id],
} as const;
