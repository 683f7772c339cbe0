import { builtinVersion } from '@realmkeep/contract';
import type { RealmFiles } from '@realmkeep/runtime';
import { javaFor, javaMajorFor, type JavaRuntime } from '@realmkeep/runtime/java';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { assertPrograms } from '../../../limits/programs.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { filesOf } from '../../files/files-of.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { isJava } from './kernel-jar-fetch.ts';
import { kernelOrder } from './kernel-order.ts';
import { mayChangeKernel } from './kernel-policy.ts';
import type { JarRow } from './kernel-queries.ts';
import { buildOfOwn, findOwnJar } from './own-jars.ts';
import { kernelView } from './realm-kernel.ts';
import { newerBuild } from './realm-kernel-update.ts';
import { listVersions } from './realm-kernel-versions.ts';

/** Of one account in an hour: each may leave a jar lying for as long. */
const choicesMax = 10;

/**
 * Orders another kernel for a realm, which `change-kernel.ts` carries out.
 * @throws AppError realm_unknown, forbidden, kernel_version, programs_off, kernel_java, kernel_unavailable, kernel_jar, rate_limited, refusals
 * of the files, and as `kernelOrder`
 */
export const realmKernelChange: Handler<'realmKernelChange'> = async (ctx, { actor, params, body }) => {
  const { kernel, version, eula, jar = null } = body;
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayChangeKernel(actor.userId, realm)) throw new AppError('forbidden');
  if (!isJava(kernel)) {
    if (version !== builtinVersion) throw new AppError('kernel_version');
  } else {
    assertPrograms(ctx);
    if (kernel !== 'own' && !(await listVersions(ctx, kernel)).includes(version)) throw new AppError('kernel_version');
    assertJava(await ctx.javaRuntimes(), version);
  }
  const isSame = kernel === realm.kernel && version === realm.kernel_version;
  const own = kernel === 'own' ? await chosenJar(ctx, actor.userId, realm, { jar, version }) : null;
  const build = isSame ? (own ? otherJar(own, realm) : await newerBuild(ctx, realm)) : null;
  const update = build === null ? null : { build, jar: realm.kernel_jar };
  const to = { kernel, version, jar: own?.sha256 ?? null };
  await kernelOrder(ctx, actor.userId, realm, { to, own, update, back: null, eula });
  return kernelView(ctx, await visibleRealm(ctx, actor.userId, params.id));
};

/** @throws AppError kernel_jar, rate_limited, and what the files refuse */
async function chosenJar(
  ctx: Context,
  userId: string,
  realm: RealmRow,
  { jar, version }: { jar: string | null; version: string },
): Promise<JarRow> {
  if (jar === null) throw new AppError('kernel_jar');
  await consumeRateLimit(ctx.db, { key: `own-jar:${realm.owner_id}`, max: choicesMax, seconds: 3600 });
  const find = (files: RealmFiles) => findOwnJar(ctx, realm, files, { jar, version });
  const found = await filesOf(ctx, userId, realm.id, find, null);
  if (!found) throw new AppError('kernel_jar');
  return found;
}

/** Another jar than the realm runs, of the same version. */
function otherJar({ sha256 }: JarRow, realm: RealmRow): string | null {
  return sha256 === realm.kernel_jar ? null : buildOfOwn(sha256);
}

/** @throws AppError kernel_java */
export function assertJava(runtimes: readonly JavaRuntime[], version: string, declared?: number): void {
  if (javaFor(runtimes, version, declared)) return;
  throw new AppError('kernel_java', { java: javaMajorFor(version, declared) });
}
