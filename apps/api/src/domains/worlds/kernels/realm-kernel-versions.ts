import { compareVersions, type JavaKernel, type KernelVersions, builtinVersion, eulaUrl } from '@realmkeep/contract';
import { javaFor, javaMajorFor } from '@realmkeep/runtime/java';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { javaMajors } from '../../../integrations/kernels/known-java.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import { findAcceptance } from './kernel-queries.ts';

/** @throws AppError realm_unknown, kernel_unavailable */
export const realmKernelVersions: Handler<'realmKernelVersions'> = async (ctx, { actor, params, query }) => {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  return versionsFrom(ctx, query.kernel, realm.kernel_version);
};

/** Those that open a world of this version. @throws AppError kernel_unavailable */
export async function versionsFrom(ctx: Context, kernel: JavaKernel, oldest: string): Promise<KernelVersions> {
  const [versions, runtimes] = await Promise.all([listVersions(ctx, kernel), ctx.javaRuntimes()]);
  return {
    versions: versions
      .filter((version) => compareVersions(version, oldest) >= 0)
      .map((version) => ({
        version,
        java: javaMajorFor(version),
        runs: javaFor(runtimes, version) !== null,
      })),
  };
}

/** @throws AppError kernel_unavailable */
export async function listVersions(ctx: Context, kernel: JavaKernel): Promise<string[]> {
  try {
    return await ctx.kernelCatalogue.versions(kernel);
  } catch (error) {
    ctx.log.warn({ err: error, kernel }, 'failed to list the versions of a kernel');
    throw new AppError('kernel_unavailable');
  }
}

/** @throws AppError kernel_unavailable */
export const realmCreateVersions: Handler<'realmCreateVersions'> = async (ctx, { actor, query }) => {
  const [versions, java, accepted] = await Promise.all([
    versionsFrom(ctx, query.kernel, builtinVersion),
    javaMajors(ctx.javaRuntimes),
    findAcceptance(ctx.db, actor.userId, eulaUrl),
  ]);
  return { ...versions, java, accepted: accepted?.toISOString() ?? null };
};
