import type { ActivityAction, AddonKind } from '@realmkeep/contract';
import type { RealmFiles } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { recordActivity } from '../../audit/activity.ts';
import { filesOf } from '../../files/files-of.ts';
import { addonPath, isAddonFile, isEnabled, switchedName } from './addon-policy.ts';
import { noteChanged } from './addon-queries.ts';
import { assertChangeable, assertNotInstalling, changeableRealm } from './changeable-addons.ts';

/** One that is so already stays so. @throws AppError as `change`, and what the files refuse */
export async function realmAddonSwitch(
  ctx: Context,
  { actor, params, body: { kind, name, enabled } }: CallOf<'realmAddonSwitch'>,
): Promise<null> {
  const action = enabled ? 'addonEnable' : 'addonDisable';
  const to = addonPath(kind, switchedName(name, enabled));
  return change(ctx, { userId: actor.userId, realmId: params.id, kind, name, action }, async (files) => {
    if (isEnabled(name) === enabled) return false;
    await files.move(addonPath(kind, name), to);
    return true;
  });
}

/** @throws AppError as `change`, and what the files refuse */
export async function realmAddonRemove(
  ctx: Context,
  { actor, params, body: { kind, name } }: CallOf<'realmAddonRemove'>,
): Promise<null> {
  const what = { userId: actor.userId, realmId: params.id, kind, name, action: 'addonRemove' } as const;
  return change(ctx, what, async (files) => {
    await files.remove(addonPath(kind, name));
    return true;
  });
}

interface Change {
  userId: string;
  realmId: string;
  kind: AddonKind;
  name: string;
  action: ActivityAction;
}

/**
 * While nothing else is done with the realm's files. What is ordered in the very moment does no harm: it looks at the folder anew.
 * @param task resolves with whether it changed anything
 * @throws AppError realm_unknown, rate_limited, programs_off, addon_kernel, file_name_invalid, addon_installing, kernel_changing,
 * restore_running
 */
async function change(
  ctx: Context,
  { userId, realmId, kind, name, action }: Change,
  task: (files: RealmFiles) => Promise<boolean>,
): Promise<null> {
  await changeableRealm(ctx, userId, realmId, kind);
  if (!isAddonFile(kind, name)) throw new AppError('file_name_invalid');
  await assertChangeable(ctx.db, realmId);
  await assertNotInstalling(ctx.db, realmId);
  // No transaction waits for a file agent.
  if (!(await filesOf(ctx, userId, realmId, task, null))) return null;
  return ctx.db.transaction().execute(async (tx) => {
    await noteChanged(tx, realmId, new Date());
    await recordActivity(tx, { realmId, actor: { userId }, action, what: switchedName(name, true) });
    return null;
  });
}
