import type { RealmUpload } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { uploadsToRealm } from '../uploads/uploads-to-realm.ts';

/** @throws AppError realm_unknown */
export async function realmUploads(
  ctx: Context,
  { actor, params }: CallOf<'realmUploads'>,
): Promise<{ uploads: RealmUpload[] }> {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  return { uploads: await uploadsToRealm(ctx, id) };
}
