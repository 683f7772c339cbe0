import type { KernelKind } from '@realmkeep/contract/kernel-rules';
import { useMessages } from '../../i18n/use-messages.ts';

interface Named {
  kernel: KernelKind;
  version: string;
  build?: string | null;
}

/** A kernel with its version, and with its build where there are several, as people call it. */
export function useKernelName(): (kernel: Named) => string {
  const { kernels } = useMessages('subscription');
  const { update } = useMessages('kernel');
  return ({ kernel, version, build = null }) => {
    if (kernel === 'sandbox') return kernels.sandbox;
    const name = `${kernels[kernel]} ${version}`;
    return build === null ? name : `${name}, ${update.build(kernel, build)}`;
  };
}
