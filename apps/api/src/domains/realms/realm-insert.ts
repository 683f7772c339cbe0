import { type KernelKind, realmAddressProblem, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { type Db, type Tx, violatedUnique } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { recordActivity } from '../audit/activity.ts';
import { chatAccountOf, linkPlatform } from '../identity/chat/chat-account.ts';
import { creationObstacle, mapObstacle } from './realm-policy.ts';
import { countOwnedRealms, insertRealm } from './realm-queries.ts';

interface Wanted {
  ownerId: string;
  tier: Tier;
  name: string;
  address: string;
  type: 'OFFICIAL' | 'COMMUNITY';
  map: string;
  seed: string | null;
  /** Whether the world of the player's own that it begins with exists. */
  isOwn: boolean;
  /** The kernel it begins with. */
  kernel: { kernel: KernelKind; version: string };
}

/**
 * Inserts a new realm, if nothing speaks against it. The caller has locked the account, and turns violated unique names into errors.
 * @throws AppError chat_link_required, realm_limit_reached, realm_address_reserved, realm_map_unknown, realm_map_java,
 * realm_create_forbidden
 */
export async function realmInsert(ctx: Context, tx: Tx, wanted: Wanted): Promise<string> {
  const { ownerId, tier, name, address, type, map, seed, isOwn, kernel } = wanted;
  if (realmAddressProblem(address) === 'reserved') throw new AppError('realm_address_reserved');
  const realms = await countOwnedRealms(tx, ownerId);
  const link = await chatLink(ctx, tx, ownerId);
  const obstacle =
    creationObstacle({ ...link, tier, realms }) ?? mapObstacle(tier, { type, map, isOwn, kernel: kernel.kernel });
  if (obstacle) throw new AppError(obstacle, { limit: tierLimits[tier].realms });
  const { slots, borderDiameter } = tierLimits[tier];
  const id = await insertRealm(tx, {
    ownerId,
    name,
    address,
    worldType: type,
    map,
    seed,
    slots,
    borderDiameter,
    kernel,
  });
  const what = `${name} (${address})`;
  await recordActivity(tx, { realmId: id, actor: { userId: ownerId }, action: 'create', what });
  return id;
}

/** Whether the account has linked a chat account, and whether it must have. */
export async function chatLink(
  ctx: Context,
  db: Db | Tx,
  userId: string,
): Promise<{ chatLinked: boolean; chatLinkRequired: boolean }> {
  const account = await chatAccountOf(db, linkPlatform(ctx), userId);
  return { chatLinked: account !== null, chatLinkRequired: ctx.config.requireChatLink };
}

/** The database decides whether a name is free. @throws AppError realm_name_taken, realm_address_taken */
export async function withUniqueNames<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const index = violatedUnique(error);
    if (index === 'realms_address') throw new AppError('realm_address_taken');
    if (index === 'realms_owner_name') throw new AppError('realm_name_taken');
    throw error;
  }
}
