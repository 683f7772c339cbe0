import { eulaUrl, type KernelKind } from '@realmkeep/contract';
import type { JavaRuntime } from '@realmkeep/runtime/java';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import { assertPrograms } from '../../../limits/programs.ts';
import { isJava } from './kernel-jar-fetch.ts';
import { findAcceptance, insertAcceptance } from './kernel-queries.ts';
import { assertJava } from './realm-kernel-change.ts';

interface KernelRequest {
  ownerId: string;
  /** What the owner's plan includes. */
  plan: ReadonlySet<KernelKind>;
  kernel: KernelKind;
  version: string;
  /** The licence that the owner agrees to with this. */
  eula: string | null;
  /** What there is of Java on this machine. */
  java: readonly JavaRuntime[];
}

/** Asserts that a new realm of the owner may begin with the kernel. @throws AppError kernel_tier, programs_off, kernel_java, kernel_eula */
export async function kernelAllow(ctx: Context, tx: Tx, request: KernelRequest): Promise<void> {
  const { ownerId, plan, kernel, version, eula, java } = request;
  if (!plan.has(kernel)) throw new AppError('kernel_tier');
  if (!isJava(kernel)) return;
  assertPrograms(ctx);
  assertJava(java, version);
  if (eula !== null) await insertAcceptance(tx, ownerId, eula);
  if ((await findAcceptance(tx, ownerId, eulaUrl)) === null) throw new AppError('kernel_eula');
}
