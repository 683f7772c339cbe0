import { eulaUrl, type KernelKind, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { isJava } from './kernel-jar-fetch.ts';
import { findAcceptance, insertAcceptance } from './kernel-queries.ts';
import { assertJava } from './realm-kernel-change.ts';

interface Wish {
  ownerId: string;
  tier: Tier;
  kernel: KernelKind;
  version: string;
  /** The licence that the owner agrees to with this. */
  eula: string | null;
}

/** Whether a new realm of the owner's may begin with the kernel. @throws AppError kernel_tier, kernel_java, kernel_eula */
export async function kernelAllow(ctx: Context, tx: Tx, wish: Wish): Promise<void> {
  const { ownerId, tier, kernel, version, eula } = wish;
  if (!isJava(kernel)) return;
  if (!tierLimits[tier].javaKernels) throw new AppError('kernel_tier');
  await assertJava(ctx, version);
  if (eula !== null) await insertAcceptance(tx, ownerId, eula);
  if ((await findAcceptance(tx, ownerId, eulaUrl)) === null) throw new AppError('kernel_eula');
}
