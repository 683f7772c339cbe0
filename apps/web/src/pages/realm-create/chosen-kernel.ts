import type { FirstKernel } from '@realmkeep/contract';
import { eulaUrl, type FirstKernelKind } from '@realmkeep/contract/kernel-rules';

/** The kernel of a new server, as far as it has been chosen. */
export interface ChosenKernel {
  kernel: FirstKernelKind;
  version: string | null;
  /** To the licence of the game, here. */
  agreed: boolean;
}

/**
 * What creation asks for: nothing for the built-in server; null while something is missing.
 * @param accepted when the account agreed to the licence before
 */
export function askedKernel(
  { kernel, version, agreed }: ChosenKernel,
  accepted: string | null | undefined,
): FirstKernel | undefined | null {
  if (kernel === 'sandbox') return undefined;
  if (version === null || (!agreed && !accepted)) return null;
  return { kernel, version, eula: agreed ? eulaUrl : null };
}
