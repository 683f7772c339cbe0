import type { KernelKind } from '@realmkeep/contract/kernel-rules';
import { usePageText } from '../../i18n/use-page-text.ts';

/** A kernel with its version, as people call it. */
export function useKernelName(): (kernel: { kernel: KernelKind; version: string }) => string {
  const { names } = usePageText('kernel');
  return ({ kernel, version }) => (kernel === 'sandbox' ? names.sandbox : `${names[kernel]} ${version}`);
}
