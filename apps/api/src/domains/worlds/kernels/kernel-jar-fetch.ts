import type { KernelKind } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { JavaKernel } from '../../../integrations/kernels/kernel-catalogue.ts';
import { type KernelBuild, ProviderError } from '../../../integrations/kernels/kernel-provider.ts';
import { javaMajorFor } from '@realmkeep/runtime/java';
import { findJar, findJarOfMaker, insertJar, type JarRow } from './kernel-queries.ts';

type Tell = (progress: number) => Promise<void>;

export function isJava(kernel: KernelKind): kernel is JavaKernel {
  return kernel !== 'sandbox';
}

/** The newest build of a version, fetched unless it is there. @throws ProviderError, and faults that may pass */
export async function jarOfVersion(
  ctx: Context,
  kernel: JavaKernel,
  version: string,
  tell: Tell,
  signal: AbortSignal,
): Promise<JarRow> {
  const build = await ctx.kernelCatalogue.build(kernel, version, signal);
  if (!build) throw new ProviderError(`there is no ${kernel} ${version}`);
  const makersHash = `${build.algorithm}:${build.hash}`;
  const known = await findJarOfMaker(ctx.db, makersHash);
  if (known && (await ctx.kernelJars.isWhole(known))) return known;
  const jar = await fetchBuild(ctx, kernel, build, tell, signal);
  const java = javaMajorFor(version, build.java ?? undefined);
  const row = { ...jar, kernel, version, java, url: build.url.href, makers_hash: makersHash };
  await insertJar(ctx.db, row);
  return row;
}

/** A jar that was there once, fetched again where it is not whole any more. */
export async function jarOfHash(ctx: Context, sha256: string, tell: Tell, signal: AbortSignal): Promise<JarRow> {
  const row = await findJar(ctx.db, sha256);
  if (!row) throw new Error('a jar is not known');
  if (await ctx.kernelJars.isWhole(row)) return row;
  const [algorithm, hash] = row.makers_hash.split(':') as ['sha256' | 'sha1', string];
  const build: KernelBuild = { url: new URL(row.url), bytes: row.bytes, algorithm, hash, java: row.java };
  await fetchBuild(ctx, row.kernel as JavaKernel, build, tell, signal);
  return row;
}

function fetchBuild(
  { kernelCatalogue, kernelJars }: Context,
  kernel: JavaKernel,
  build: KernelBuild,
  tell: Tell,
  signal: AbortSignal,
) {
  const onProgress = (bytes: number) => tell(Math.min(1, bytes / build.bytes));
  return kernelJars.download(kernelCatalogue.sourceOf(kernel), build, onProgress, signal);
}
