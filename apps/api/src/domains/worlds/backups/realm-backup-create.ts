import type { RealmBackups } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import { backupCreate } from './backup-create.ts';
import { mayBackUp } from './backup-policy.ts';
import { backupsView } from './realm-backups.ts';

/** @throws AppError realm_unknown, forbidden, and as `backupCreate` */
export async function realmBackupCreate(
  ctx: Context,
  { actor, params }: CallOf<'realmBackupCreate'>,
): Promise<RealmBackups> {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayBackUp(actor.userId, realm)) throw new AppError('forbidden');
  await backupCreate(ctx, realm.id, { userId: actor.userId });
  return backupsView(ctx, actor.userId, await visibleRealm(ctx, actor.userId, params.id));
}
