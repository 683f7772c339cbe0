import { eulaUrl, type JavaKernel, type KernelKind } from '@realmkeep/contract';
import type { JavaServer } from '@realmkeep/realm-protocol';
import { javaFor } from '@realmkeep/runtime/java';
import type { Context } from '../../../context.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { realmTakeJar } from '../../realms/realm-world.ts';
import { isJava, jarOfHash, jarOfVersion } from './kernel-jar-fetch.ts';
import { findAcceptance, type JarRow } from './kernel-queries.ts';

/** A start waits so long for a jar that has to be fetched. */
const fetchMs = 5 * 60_000;

/**
 * What a realm on a server in Java is started with; undefined for the built-in server. Its jar is looked at, and fetched again where it is damaged;
 * that of a realm which was made for the server is fetched at its first start.
 * @throws where the jar or the version of Java is not to be had
 */
export async function javaServer(ctx: Context, row: RealmRow, stopping: AbortSignal): Promise<JavaServer | undefined> {
  const kernel = row.kernel as KernelKind;
  if (!isJava(kernel)) return undefined;
  const jar = await jarOfRealm(ctx, row, kernel, AbortSignal.any([stopping, AbortSignal.timeout(fetchMs)]));
  const java = javaFor(await ctx.javaRuntimes(), jar.version, jar.java);
  if (!java) throw new Error(`Java ${jar.java} is missing, which the ${jar.kernel} server ${jar.version} needs`);
  const accepted = await findAcceptance(ctx.db, row.owner_id, eulaUrl);
  return { version: jar.version, jar: ctx.kernelJars.path(jar.sha256), runtime: java.path, eula: accepted !== null };
}

const tellNobody = async () => {};

async function jarOfRealm(ctx: Context, row: RealmRow, kernel: JavaKernel, signal: AbortSignal): Promise<JarRow> {
  if (row.kernel_jar !== null) return jarOfHash(ctx, row.kernel_jar, tellNobody, signal);
  const jar = await jarOfVersion(ctx, kernel, row.kernel_version, tellNobody, signal);
  await realmTakeJar(ctx.db, row, jar.sha256);
  return jar;
}
