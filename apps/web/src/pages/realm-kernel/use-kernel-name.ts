import type { KernelKind } from '@realmkeep/contract/kernel-rules';
import { useMessages } from '../../i18n/use-messages.ts';

/** A kernel with its version, as people call it. */
export function useKernelName(): (kernel: { kernel: KernelKind; version: string }) => string {
  const { kernels } = useMessages('subscription');
  return ({ kernel, version }) => (kernel === 'sandbox' ? kernels.sandbox : `${kernels[kernel]} ${version}`);
}
