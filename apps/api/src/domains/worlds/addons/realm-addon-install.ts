import type { AddonOrder } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { lockVisibleRealm } from '../../realms/realm-access.ts';
import { insertOrder } from './addon-queries.ts';
import { assertChangeable, changeableRealm } from './changeable-addons.ts';
import { fromModrinth, orderView } from './realm-addons.ts';

/**
 * Orders that a project is installed or updated, which `install-addon.ts` does.
 * @throws AppError realm_unknown, rate_limited, programs_off, addon_kernel, addon_unreachable, addon_unknown, addon_installing,
 * kernel_changing, restore_running, file_none, file_world_live
 */
export async function realmAddonInstall(
  ctx: Context,
  { actor: { userId }, params, body: { kind, projectId } }: CallOf<'realmAddonInstall'>,
): Promise<AddonOrder> {
  const realm = await changeableRealm(ctx, userId, params.id, kind);
  if (realm.lease === 0) throw new AppError('file_none');
  const isRunning = (ctx.directory.observed(realm.id)?.phase ?? 'EXITED') !== 'EXITED';
  if (kind === 'DATA_PACK' && isRunning) throw new AppError('file_world_live');
  const project = (await fromModrinth(ctx, () => ctx.modrinth.projects([projectId]))).get(projectId);
  if (!project) throw new AppError('addon_unknown');
  return ctx.db.transaction().execute(async (tx) => {
    await lockVisibleRealm(tx, userId, realm.id);
    await assertChangeable(tx, realm.id);
    const order = await insertOrder(tx, { realmId: realm.id, userId, kind, projectId, title: project.title });
    if (!order) throw new AppError('addon_installing');
    return orderView(order);
  });
}
