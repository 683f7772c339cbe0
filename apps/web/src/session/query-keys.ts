export const keys = {
  me: ['me'],
  maps: ['maps'],
  possibility: ['possibility'],
  realms: ['realms'],
  /** The beginning of each realm's key. */
  anyRealm: ['realm'],
  realm: (id: string) => ['realm', id],
} as const;
