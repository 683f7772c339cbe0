import type { KernelKind } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { identityOf, isJava } from './kernel-jar-fetch.ts';
import { findJar } from './kernel-queries.ts';

/** @throws AppError realm_unknown, kernel_unavailable */
export const realmKernelUpdate: Handler<'realmKernelUpdate'> = async (ctx, { actor, params }) => ({
  build: await newerBuild(ctx, await visibleRealm(ctx, actor.userId, params.id)),
});

/** The newest build of what the realm runs, unless it has that; null too where it gets the newest at its first start. @throws AppError kernel_unavailable */
export async function newerBuild(ctx: Context, realm: RealmRow): Promise<string | null> {
  const kernel = realm.kernel as KernelKind;
  if (!isJava(kernel) || kernel === 'own' || realm.kernel_jar === null) return null;
  try {
    const [jar, newest] = await Promise.all([
      findJar(ctx.db, realm.kernel_jar),
      ctx.kernelCatalogue.newestBuild(kernel, realm.kernel_version),
    ]);
    return !jar || !newest || newest.build === jar.build || identityOf(newest) === jar.identity ? null : newest.build;
  } catch (error) {
    ctx.log.warn({ err: error, kernel }, 'failed to look for a newer build of a kernel');
    throw new AppError('kernel_unavailable');
  }
}
