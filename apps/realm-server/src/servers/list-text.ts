import type { RealmSettings } from '@realmkeep/realm-protocol';

/** What the client's server list says: a line, or two. */
export function listText({ motd, description }: Pick<RealmSettings, 'motd' | 'description'>): string {
  return description === '' ? motd : `${motd}\n${description}`;
}
