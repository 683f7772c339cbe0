import { type ErrorCode, officialMaps, type Tier, tierLimits } from '@realmkeep/contract';

interface Owned {
  owner_id: string;
  partnerIds: readonly string[];
}

export function maySee(userId: string, realm: Owned): boolean {
  return owns(userId, realm) || realm.partnerIds.includes(userId);
}

/** Partners turn it on and off as well. */
export function mayPower(userId: string, realm: Owned): boolean {
  return maySee(userId, realm);
}

export function mayRename(userId: string, realm: Owned): boolean {
  return owns(userId, realm);
}

export function mayDelete(userId: string, realm: Owned): boolean {
  return owns(userId, realm);
}

function owns(userId: string, realm: Owned): boolean {
  return realm.owner_id === userId;
}

interface Creation {
  tier: Tier;
  /** Realms that the user owns already. */
  realms: number;
  chatLinked: boolean;
  chatLinkRequired: boolean;
}

/** Why a user may not create a realm now, or null. */
export function creationObstacle(creation: Creation): 'chat_link_required' | 'realm_limit_reached' | null {
  if (creation.chatLinkRequired && !creation.chatLinked) return 'chat_link_required';
  return creation.realms >= tierLimits[creation.tier].realms ? 'realm_limit_reached' : null;
}

/** Why a user may not make a realm from this world, or null. There is no community world yet for those who may. */
export function mapObstacle(tier: Tier, type: 'OFFICIAL' | 'COMMUNITY', map: string): ErrorCode | null {
  if (type === 'COMMUNITY') return tierLimits[tier].communityMaps ? 'realm_map_unknown' : 'realm_create_forbidden';
  return officialMaps.some((official) => official === map) ? null : 'realm_map_unknown';
}
