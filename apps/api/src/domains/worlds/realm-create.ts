import type { Realm } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { mapHold } from '../maps/realm-maps.ts';
import { realmInsert, withUniqueNames } from '../realms/realm-insert.ts';
import { realmView } from '../realms/realm-views.ts';
import { lockWorld } from '../realms/realm-world.ts';
import { worldSeed } from '../realms/world-seed.ts';

/**
 * Makes a realm that is to run at once. The row is the order: the reconciler carries it out.
 * @throws AppError chat_link_required, realm_limit_reached, realm_name_taken, realm_address_taken, realm_address_reserved,
 * realm_map_unknown, realm_map_java, realm_create_forbidden
 */
export async function realmCreate(ctx: Context, { actor, body }: CallOf<'realmCreate'>): Promise<Realm> {
  const { type, world_name: map, user_realm_name: name, domain_name: address } = body;
  const seed = worldSeed(map, body.seed);
  return withUniqueNames(() =>
    ctx.db.transaction().execute(async (tx) => {
      // The lock makes parallel creations of one user count one another.
      const tier = await lockTier(tx, actor.userId);
      const isOwn = type === 'COMMUNITY' && (await mapHold(tx, actor.userId, map));
      const world = { type, map, seed, isOwn, kernel: 'sandbox' };
      const id = await realmInsert(ctx, tx, { ownerId: actor.userId, tier, name, address, ...world });
      return realmView(ctx, actor.userId, await lockWorld(tx, id));
    }),
  );
}
