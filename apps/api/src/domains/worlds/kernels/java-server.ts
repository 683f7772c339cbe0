import { eulaUrl } from '@realmkeep/contract';
import type { JavaServer } from '@realmkeep/realm-protocol';
import { javaFor } from '@realmkeep/runtime/java';
import type { Context } from '../../../context.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { jarOfHash } from './kernel-jar-fetch.ts';
import { findAcceptance } from './kernel-queries.ts';

/** A start waits so long for a jar that has to be fetched again. */
const fetchMs = 60_000;

/**
 * What a realm on a server in Java is started with; undefined for the built-in server. Its jar is looked at, and fetched again where it is damaged.
 * @throws where the jar or the version of Java is not to be had
 */
export async function javaServer(ctx: Context, row: RealmRow): Promise<JavaServer | undefined> {
  if (row.kernel_jar === null) return undefined;
  const jar = await jarOfHash(ctx, row.kernel_jar, async () => {}, AbortSignal.timeout(fetchMs));
  const java = javaFor(await ctx.javaRuntimes(), jar.version, jar.java);
  if (!java) throw new Error(`Java ${jar.java} is missing, which the ${jar.kernel} server ${jar.version} needs`);
  const accepted = await findAcceptance(ctx.db, row.owner_id, eulaUrl);
  return { version: jar.version, jar: ctx.kernelJars.path(jar.sha256), runtime: java.path, eula: accepted !== null };
}
