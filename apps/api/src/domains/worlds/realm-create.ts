import { builtinVersion, compareVersions, type Realm } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { assertPrograms } from '../../limits/programs.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { mapHold } from '../maps/realm-maps.ts';
import { planHold } from '../realms/plans/plan-kernels.ts';
import { realmInsert, withUniqueNames } from '../realms/realm-insert.ts';
import { realmView } from '../realms/realm-views.ts';
import { lockWorld } from '../realms/realm-world.ts';
import { worldSeed } from '../realms/world-seed.ts';
import { kernelAllow } from './kernels/kernel-allow.ts';
import { listVersions } from './kernels/realm-kernel-versions.ts';

type CreateCall = CallOf<'realmCreate'>;

/**
 * Creates a realm that starts at once. Its row is the order: the reconciler carries it out.
 * @throws AppError chat_link_required, realm_limit_reached, realm_name_taken, realm_address_taken, realm_address_reserved,
 * realm_map_unknown, realm_map_java, realm_create_forbidden, kernel_version, kernel_older, kernel_unavailable, and as `kernelAllow`
 */
export async function realmCreate(ctx: Context, { actor, body }: CreateCall): Promise<Realm> {
  const { type, world_name: map, user_realm_name: name, domain_name: address } = body;
  const seed = worldSeed(map, body.seed);
  const kernel = body.kernel ?? { kernel: 'sandbox', version: builtinVersion, eula: null };
  await assertVersion(ctx, kernel);
  const java = await ctx.javaRuntimes();
  return withUniqueNames(() =>
    ctx.db.transaction().execute(async (tx) => {
      // The lock makes parallel creations of one user count one another.
      const ownerId = actor.userId;
      const tier = await lockTier(tx, ownerId);
      await kernelAllow(ctx, tx, { ownerId, plan: await planHold(tx, tier), ...kernel, java });
      const isOwn = type === 'COMMUNITY' && (await mapHold(tx, ownerId, map));
      const world = { type, map, seed, isOwn, kernel };
      const id = await realmInsert(ctx, tx, { ownerId, tier, name, address, ...world });
      return realmView(ctx, ownerId, await lockWorld(tx, id));
    }),
  );
}

/** Asserts that the maker has the version, and that it opens the worlds that realms begin with. */
async function assertVersion(
  ctx: Context,
  { kernel, version }: Pick<NonNullable<CreateCall['body']['kernel']>, 'kernel' | 'version'>,
): Promise<void> {
  if (kernel === 'sandbox') {
    if (version !== builtinVersion) throw new AppError('kernel_version');
    return;
  }
  assertPrograms(ctx);
  if (compareVersions(version, builtinVersion) < 0) throw new AppError('kernel_older', { version: builtinVersion });
  if (!(await listVersions(ctx, kernel)).includes(version)) throw new AppError('kernel_version');
}
