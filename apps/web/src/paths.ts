/** Every address of the pages, as what a link or a navigation takes. */
export const paths = {
  home: { to: '/' },
  account: { to: '/account' },
  realmCreate: { to: '/realm/create' },
  realmDetails: (id: string) => ({ to: '/realm/details', search: { id } }) as const,
  realmSettings: (id: string) => ({ to: '/realm/settings', search: { id } }) as const,
  terms: { to: '/terms-of-service' },
  privacy: { to: '/privacy-policy' },
} as const;

/** The address of the events' socket. */
export function eventsSocketUrl({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/api/ws/events`;
}
