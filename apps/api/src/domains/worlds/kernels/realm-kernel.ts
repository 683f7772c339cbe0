import type { RealmKernel } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import { kernelView } from './kernel-view.ts';

/** @throws AppError realm_unknown */
export async function realmKernel(ctx: Context, { actor, params }: CallOf<'realmKernel'>): Promise<RealmKernel> {
  return kernelView(ctx, await visibleRealm(ctx, actor.userId, params.id));
}
