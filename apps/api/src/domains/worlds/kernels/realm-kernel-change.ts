import { type RealmKernel, builtinVersion } from '@realmkeep/contract';
import { javaFor, javaMajorFor, type JavaRuntime } from '@realmkeep/runtime/java';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { assertPrograms } from '../../../limits/programs.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import { isJava } from './kernel-jar-fetch.ts';
import { kernelOrder } from './kernel-order.ts';
import { mayChangeKernel } from './kernel-policy.ts';
import { kernelView } from './realm-kernel.ts';
import { newerBuild } from './realm-kernel-update.ts';
import { listVersions } from './realm-kernel-versions.ts';

/**
 * Orders that a realm gets another kernel; what is to be done then `change-kernel.ts` does.
 * @throws AppError realm_unknown, forbidden, kernel_version, programs_off, kernel_java, kernel_unavailable, and as `kernelOrder`
 */
export async function realmKernelChange(
  ctx: Context,
  { actor, params, body }: CallOf<'realmKernelChange'>,
): Promise<RealmKernel> {
  const { kernel, version, eula } = body;
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayChangeKernel(actor.userId, realm)) throw new AppError('forbidden');
  if (!isJava(kernel)) {
    if (version !== builtinVersion) throw new AppError('kernel_version');
  } else {
    assertPrograms(ctx);
    if (!(await listVersions(ctx, kernel)).includes(version)) throw new AppError('kernel_version');
    assertJava(await ctx.javaRuntimes(), version);
  }
  const isSame = kernel === realm.kernel && version === realm.kernel_version;
  const build = isSame ? await newerBuild(ctx, realm) : null;
  const update = build === null ? null : { build, jar: realm.kernel_jar };
  await kernelOrder(ctx, actor.userId, realm, { to: { kernel, version, jar: null }, update, back: null, eula });
  return kernelView(ctx, await visibleRealm(ctx, actor.userId, params.id));
}

/** @throws AppError kernel_java */
export function assertJava(runtimes: readonly JavaRuntime[], version: string, declared?: number): void {
  if (javaFor(runtimes, version, declared)) return;
  throw new AppError('kernel_java', { java: javaMajorFor(version, declared) });
}
