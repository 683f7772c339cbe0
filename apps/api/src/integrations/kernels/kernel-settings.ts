import type { Settings } from '@realmkeep/settings';
import type { Source } from './ask-provider.ts';
import type { JavaKernel } from './kernel-catalogue.ts';

/** Where the makers are. @param publicUrl where they find out who asks */
export function kernelSources(
  env: Settings<'KERNEL_PAPER_API' | 'KERNEL_MOJANG_API'>,
  publicUrl: string,
): Record<JavaKernel, Source> {
  const userAgent = `Realmkeep (${publicUrl})`;
  return {
    paper: { base: new URL(env.KERNEL_PAPER_API ?? 'https://fill.papermc.io'), userAgent },
    vanilla: { base: new URL(env.KERNEL_MOJANG_API ?? 'https://piston-meta.mojang.com'), userAgent },
  };
}
