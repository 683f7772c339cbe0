import { eulaUrl, type KernelKind } from '@realmkeep/contract';
import type { JavaKernelName } from '@realmkeep/realm-protocol';
import { javaFor } from '@realmkeep/runtime/java';
import type { Context } from '../../../context.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import type { RunnableServer } from '../../realms/reconciler/realm-spec.ts';
import { realmTakeJar } from '../../realms/realm-world.ts';
import { isBukkitJar, isJava, jarOfHash, jarOfVersion } from './kernel-jar-fetch.ts';
import { findAcceptance, type JarRow } from './kernel-queries.ts';

/** How long a start waits for a jar that has to be fetched. */
const fetchMs = 5 * 60_000;

/**
 * What a realm on a server in Java is started with; undefined for the built-in server. Its jar is looked at, and fetched again where it is damaged;
 * that of a realm which was made for the server is fetched at its first start.
 * @throws where the jar or the version of Java is not to be had
 */
export async function javaServer(
  ctx: Context,
  row: RealmRow,
  stopping: AbortSignal,
): Promise<RunnableServer | undefined> {
  const kernel = row.kernel as KernelKind;
  if (!isJava(kernel)) return undefined;
  const jar = await jarOfRealm(ctx, row, kernel, AbortSignal.any([stopping, AbortSignal.timeout(fetchMs)]));
  const { kernel_version: version } = row;
  // What an own jar needs, no maker has said.
  const java = javaFor(await ctx.javaRuntimes(), version, kernel === 'own' ? undefined : jar.java);
  if (!java) throw new Error(`Java ${jar.java} is missing, which the ${kernel} server ${version} needs`);
  const accepted = await findAcceptance(ctx.db, row.owner_id, eulaUrl);
  return {
    as: kernel === 'own' ? (isBukkitJar(jar) ? 'paper' : 'vanilla') : kernel,
    server: { version, jar: ctx.kernelJars.path(jar.sha256), runtime: java.path, eula: accepted !== null },
  };
}

const tellNobody = async () => {};

async function jarOfRealm(
  ctx: Context,
  row: RealmRow,
  kernel: JavaKernelName | 'own',
  signal: AbortSignal,
): Promise<JarRow> {
  const { id: realmId, kernel_jar: sha256 } = row;
  if (sha256 !== null) return jarOfHash(ctx, { realmId, sha256 }, tellNobody, signal);
  if (kernel === 'own') throw new Error('a realm on an own jar has none');
  const jar = await jarOfVersion(ctx, { kernel, version: row.kernel_version }, tellNobody, signal);
  await realmTakeJar(ctx.db, row, jar.sha256);
  return jar;
}
