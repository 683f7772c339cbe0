import type { Realm } from '@realmkeep/contract';
import type { Messages } from '../../i18n/messages.ts';

/** What a realm's world was made of; a newer server may have a map that this page does not know. */
export function mapName({ maps, details }: Messages['realm'], { type, map }: Pick<Realm, 'type' | 'map'>): string {
  if (type === 'COMMUNITY') return details.ownMap;
  return (maps as Record<string, { name: string }>)[map]?.name ?? map;
}
