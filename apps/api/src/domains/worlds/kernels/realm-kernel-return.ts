import type { KernelKind } from '@realmkeep/contract';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { assertPrograms } from '../../../limits/programs.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import { kernelOrder } from './kernel-order.ts';
import { mayChangeKernel, waysBack } from './kernel-policy.ts';
import { findJar, listChanges } from './kernel-queries.ts';
import { kernelView } from './realm-kernel.ts';
import { assertJava } from './realm-kernel-change.ts';

/**
 * Orders that a change is undone: the kernel of before, with the world as it was then. That is a change like any other, which can be undone
 * too.
 * @throws AppError realm_unknown, forbidden, kernel_no_way_back, programs_off, kernel_java, and as `kernelOrder`
 */
export const realmKernelReturn: Handler<'realmKernelReturn'> = async (ctx, { actor, params, body }) => {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayChangeKernel(actor.userId, realm)) throw new AppError('forbidden');
  const way = waysBack(await listChanges(ctx.db, realm.id), realm.kernel).find(({ id }) => id === body.changeId);
  if (!way) throw new AppError('kernel_no_way_back');
  const jar = way.from_jar === null ? undefined : await findJar(ctx.db, way.from_jar);
  if (jar) assertPrograms(ctx);
  if (jar) assertJava(await ctx.javaRuntimes(), way.from_version, way.from_kernel === 'own' ? undefined : jar.java);
  await kernelOrder(ctx, actor.userId, realm, {
    to: { kernel: way.from_kernel as KernelKind, version: way.from_version, jar: way.from_jar },
    own: null,
    update: null,
    back: way.snapshot_id,
    eula: null,
  });
  return kernelView(ctx, await visibleRealm(ctx, actor.userId, params.id));
};
