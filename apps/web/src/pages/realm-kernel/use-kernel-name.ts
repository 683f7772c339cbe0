import type { KernelKind } from '@realmkeep/contract/kernel-rules';
import { useMessages } from '../../i18n/use-messages.ts';

/** A kernel with its version, as people call it. */
export function useKernelName(): (kernel: { kernel: KernelKind; version: string }) => string {
  const { names } = useMessages('kernel');
  return ({ kernel, version }) => (kernel === 'sandbox' ? names.sandbox : `${names[kernel]} ${version}`);
}
