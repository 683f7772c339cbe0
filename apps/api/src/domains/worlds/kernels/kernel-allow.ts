import { eulaUrl, type KernelKind, type Tier, tierLimits } from '@realmkeep/contract';
import type { JavaRuntime } from '@realmkeep/runtime/java';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import { isJava } from './kernel-jar-fetch.ts';
import { findAcceptance, insertAcceptance } from './kernel-queries.ts';
import { assertJava } from './realm-kernel-change.ts';

interface KernelRequest {
  ownerId: string;
  tier: Tier;
  kernel: KernelKind;
  version: string;
  /** The licence that the owner agrees to with this. */
  eula: string | null;
  /** What there is of Java on this machine. */
  java: readonly JavaRuntime[];
}

/** Whether a new realm of the owner's may begin with the kernel. @throws AppError kernel_tier, kernel_java, kernel_eula */
export async function kernelAllow(tx: Tx, request: KernelRequest): Promise<void> {
  const { ownerId, tier, kernel, version, eula, java } = request;
  if (!isJava(kernel)) return;
  if (!tierLimits[tier].javaKernels) throw new AppError('kernel_tier');
  assertJava(java, version);
  if (eula !== null) await insertAcceptance(tx, ownerId, eula);
  if ((await findAcceptance(tx, ownerId, eulaUrl)) === null) throw new AppError('kernel_eula');
}
