import {
  type ErrorCode,
  isJavaWorld,
  maxPartners,
  officialMaps,
  type RealmRight,
  realmRights,
  type Tier,
  tierLimits,
  worldGenerators,
} from '@realmkeep/contract';

interface Owned {
  owner_id: string;
  partnerIds: readonly string[];
}

export function maySee(userId: string, realm: Owned): boolean {
  return owns(userId, realm) || realm.partnerIds.includes(userId);
}

/** Co-owners turn it on and off as well. */
export function mayPower(userId: string, realm: Owned): boolean {
  return maySee(userId, realm);
}

/**
 * Whether a player wakes the realm by joining it.
 * @param isManagerAtHome whether the nickname is that of a manager who is logged in from the same address
 */
export function mayWake(wakers: string, isManagerAtHome: boolean): boolean {
  return wakers === 'EVERYONE' || isManagerAtHome;
}

export function mayRename(userId: string, realm: Owned): boolean {
  return owns(userId, realm);
}

/** Co-owners change everything but its name, its address and who else manages it. */
export function mayConfigure(userId: string, realm: Owned): boolean {
  return maySee(userId, realm);
}

/** Makes others co-owners. */
export function mayShare(userId: string, realm: Owned): boolean {
  return owns(userId, realm);
}

/** A co-owner may also leave. */
export function mayRemovePartner(userId: string, realm: Owned, partnerId: string): boolean {
  return owns(userId, realm) || userId === partnerId;
}

/** Why a player cannot become a co-owner, or null. */
export function partnerObstacle(
  realm: Owned,
  userId: string,
): 'realm_partner_self' | 'realm_partner_already' | 'realm_partner_limit' | null {
  if (owns(userId, realm)) return 'realm_partner_self';
  if (realm.partnerIds.includes(userId)) return 'realm_partner_already';
  return realm.partnerIds.length >= maxPartners ? 'realm_partner_limit' : null;
}

export function mayDescribe(userId: string, realm: Owned): boolean {
  return owns(userId, realm);
}

export function mayChooseWakers(userId: string, realm: Owned): boolean {
  return owns(userId, realm);
}

export function mayDelete(userId: string, realm: Owned): boolean {
  return owns(userId, realm);
}

/** Protects it from deletion. */
export function mayProtect(userId: string, realm: Owned): boolean {
  return mayDelete(userId, realm);
}

/** For the pages, which do not show users what they may not do. */
export function rightsOf(userId: string, realm: Owned): RealmRight[] {
  const rights: Record<RealmRight, boolean> = {
    rename: mayRename(userId, realm),
    wakers: mayChooseWakers(userId, realm),
    share: mayShare(userId, realm),
    delete: mayDelete(userId, realm),
  };
  return realmRights.filter((right) => rights[right]);
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

/**
 * Why a user may not make a realm from this world, or null.
 * @param isOwn whether they have a world of their own with this id
 * @param kernel the realm's future kernel
 */
export function mapObstacle(
  tier: Tier,
  { type, map, isOwn, kernel }: { type: 'OFFICIAL' | 'COMMUNITY'; map: string; isOwn: boolean; kernel: string },
): ErrorCode | null {
  if (type === 'COMMUNITY' && tierLimits[tier].communityMaps === 0) return 'realm_create_forbidden';
  if (type === 'COMMUNITY') return isOwn ? null : 'realm_map_unknown';
  return newWorldObstacle(map, kernel);
}

/** Why no new world can be made under this name, or null. */
export function newWorldObstacle(map: string, kernel: string): 'realm_map_unknown' | 'realm_map_java' | null {
  if (![...officialMaps, ...worldGenerators].some((name) => name === map)) return 'realm_map_unknown';
  return isJavaWorld(map) && kernel === 'sandbox' ? 'realm_map_java' : null;
}

interface OwnedRealm {
  id: string;
  name: string;
  slots: number | null;
  borderDiameter: number;
  kernel: string;
  hasPartners: boolean;
}

/**
 * What happens to an owner's realms under a tier.
 * @param realms the first is kept before the others
 * @param kernels those that the tier's plan includes
 */
export function realmsUnder<R extends OwnedRealm>(
  tier: Tier,
  realms: readonly R[],
  kernels: ReadonlySet<string>,
): { keeps: R[]; stops: R[]; off: R[]; shrinks: R[]; shuts: R[] } {
  const limits = tierLimits[tier];
  const keeps = realms.slice(0, limits.realms);
  return {
    keeps,
    stops: realms.slice(limits.realms),
    off: keeps.filter(({ kernel }) => !kernels.has(kernel)),
    shrinks: keeps.filter(
      ({ slots, borderDiameter }) => isMore(slots, limits.slots) || borderDiameter > limits.borderDiameter,
    ),
    shuts: limits.coOwners === 'none' ? realms.filter(({ hasPartners }) => hasPartners) : [],
  };
}

/** Whether one number of slots exceeds another; null is unlimited. */
function isMore(slots: number | null, limit: number | null): boolean {
  return limit !== null && (slots === null || slots > limit);
}

/** Slots after a change of tier: the owner's number if it is allowed, and the new maximum if it was the old one. */
export function slotsUnder(slots: number | null, before: number | null, after: number | null): number | null {
  return slots === before || isMore(slots, after) ? after : slots;
}
