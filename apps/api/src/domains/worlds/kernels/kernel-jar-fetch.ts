import { isBukkit, type JavaKernel, type KernelKind } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { type KernelBuild, ProviderError } from '../../../integrations/kernels/kernel-provider.ts';
import { javaMajorFor } from '@realmkeep/runtime/java';
import { findJar, findJarOfIdentity, insertJar, type JarRow } from './kernel-queries.ts';
import { keepOwnJar } from './own-jars.ts';

type Tell = (progress: number) => Promise<void>;

export function isJava(kernel: KernelKind): kernel is JavaKernel | 'own' {
  return kernel !== 'sandbox';
}

/** Whether a jar is run like Bukkit's servers. */
export function isBukkitJar({ kernel, bukkit }: JarRow): boolean {
  return kernel === 'own' ? bukkit : isBukkit(kernel);
}

interface WantedJar {
  kernel: JavaKernel;
  version: string;
  /** Preferred to the newest build, where its maker has it. */
  build?: string;
}

/** The newest or the requested build of a version, fetched unless it is there. @throws ProviderError, and faults that may pass */
export async function jarOfVersion(
  ctx: Context,
  { kernel, version, build: wanted }: WantedJar,
  tell: Tell,
  signal: AbortSignal,
): Promise<JarRow> {
  const build = await ctx.kernelCatalogue.build(kernel, version, signal, wanted);
  if (!build) throw new ProviderError(`there is no ${kernel} ${version}`);
  const identity = identityOf(build);
  const known = await findJarOfIdentity(ctx.db, identity);
  if (known && (await ctx.kernelJars.isWhole(known))) return known;
  const jar = await fetchBuild(ctx, kernel, build, tell, signal);
  const java = javaMajorFor(version, build.java ?? undefined);
  const row = { ...jar, kernel, version, build: build.build, java, url: build.url.href, identity, bukkit: false };
  await insertJar(ctx.db, row);
  return row;
}

/** What a build is known by. */
export function identityOf({ hash, url }: KernelBuild): string {
  return hash ? `${hash.algorithm}:${hash.value}` : url.href;
}

/**
 * A jar that was there once, fetched again if it is damaged or missing: the identical file, whatever its maker, or the owner's realm, has
 * by now.
 */
export async function jarOfHash(
  ctx: Context,
  { realmId, sha256 }: { realmId: string; sha256: string },
  tell: Tell,
  signal: AbortSignal,
): Promise<JarRow> {
  const row = await findJar(ctx.db, sha256);
  if (!row) throw new Error('a jar is not known');
  if (await ctx.kernelJars.isWhole(row)) return row;
  if (row.kernel === 'own') {
    await keepOwnJar(ctx, realmId, row, tell, signal);
    return row;
  }
  const build: KernelBuild = {
    url: new URL(row.url),
    bytes: row.bytes,
    hash: { algorithm: 'sha256', value: sha256 },
    build: row.build,
    java: row.java,
  };
  await fetchBuild(ctx, row.kernel, build, tell, signal);
  return row;
}

function fetchBuild(
  { kernelCatalogue, kernelJars }: Context,
  kernel: JavaKernel,
  build: KernelBuild,
  tell: Tell,
  signal: AbortSignal,
) {
  const total = build.bytes;
  const onProgress = async (bytes: number) => (total === null ? undefined : tell(Math.min(1, bytes / total)));
  return kernelJars.download(kernelCatalogue.sourceOf(kernel), build, onProgress, signal);
}
