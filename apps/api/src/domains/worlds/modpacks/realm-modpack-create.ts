import { builtinVersion, type Realm } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { assertDiskSpace } from '../../../limits/disk-space.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { lockTier } from '../../identity/users/user-tier.ts';
import { planHold } from '../../realms/plans/plan-kernels.ts';
import { withUniqueNames } from '../../realms/realm-insert.ts';
import { realmInsertFrozen } from '../../realms/realm-of-backup.ts';
import { realmView } from '../../realms/realm-views.ts';
import { lockWorld } from '../../realms/realm-world.ts';
import { worldSeed } from '../../realms/world-seed.ts';
import { kernelAllow } from '../kernels/kernel-allow.ts';
import { versionsFrom } from '../kernels/realm-kernel-versions.ts';
import { insertInstall } from './modpack-queries.ts';
import { packOf, versionView } from './modpack-search.ts';

/** Creations of one account in ten minutes, failed ones included. */
const creations = { max: 20, seconds: 600 };
/** The game's own land, which mods may change. */
const map = 'normal';

/**
 * Orders a new realm with a modpack, which `install-modpack.ts` sets up. The realm exists from now on, and does not run until the whole pack
 * is installed.
 * @throws AppError rate_limited, addon_unreachable, addon_unknown, modpack_loader, kernel_version, kernel_unavailable, disk_full, as `kernelAllow`,
 * as `realmInsertFrozen`, realm_name_taken, realm_address_taken
 */
export async function realmModpackCreate(ctx: Context, { actor, body }: CallOf<'realmModpackCreate'>): Promise<Realm> {
  const { projectId, versionId, user_realm_name: name, domain_name: address, eula } = body;
  const ownerId = actor.userId;
  await consumeRateLimit(ctx.db, { key: `modpacks:create:${ownerId}`, ...creations });
  await assertDiskSpace(ctx, 0);
  const { title, versions } = await packOf(ctx, projectId);
  const chosen = versions.find(({ id }) => id === versionId);
  if (!chosen) throw new AppError('addon_unknown');
  const { versions: offered } = await versionsFrom(ctx, 'fabric', builtinVersion);
  const { loaders, number, game, problem } = versionView(chosen, offered);
  if (problem === 'LOADER') throw new AppError('modpack_loader', { loader: loaders.join(', ') || '–' });
  if (game === null) throw new AppError('kernel_version');
  const kernel = { kernel: 'fabric', version: game } as const;
  const java = await ctx.javaRuntimes();
  return withUniqueNames(() =>
    ctx.db.transaction().execute(async (tx) => {
      const tier = await lockTier(tx, ownerId);
      await kernelAllow(ctx, tx, { ownerId, plan: await planHold(tx, tier), ...kernel, eula, java });
      const world = { type: 'OFFICIAL', map, seed: worldSeed(map, undefined) } as const;
      const realmId = await realmInsertFrozen(ctx, tx, { ownerId, tier, name, address, kernel, ...world }, null);
      await insertInstall(tx, { realmId, userId: ownerId, projectId, versionId, title, version: number });
      return realmView(ctx, ownerId, await lockWorld(tx, realmId));
    }),
  );
}
