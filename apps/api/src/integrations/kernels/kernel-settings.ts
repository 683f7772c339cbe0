import type { JavaKernel } from '@realmkeep/contract';
import type { Settings } from '@realmkeep/settings';
import type { Source } from './ask-provider.ts';

/** Where the makers are. @param publicUrl where they find out who asks */
export function kernelSources(
  env: Settings<'KERNEL_PAPER_API' | 'KERNEL_PURPUR_API' | 'KERNEL_FABRIC_API' | 'KERNEL_MOJANG_API'>,
  publicUrl: string,
): Record<JavaKernel, Source> {
  const userAgent = `Realmkeep (${publicUrl})`;
  return {
    paper: { base: new URL(env.KERNEL_PAPER_API ?? 'https://fill.papermc.io'), userAgent },
    purpur: { base: new URL(env.KERNEL_PURPUR_API ?? 'https://api.purpurmc.org'), userAgent },
    fabric: { base: new URL(env.KERNEL_FABRIC_API ?? 'https://meta.fabricmc.net'), userAgent },
    vanilla: { base: new URL(env.KERNEL_MOJANG_API ?? 'https://piston-meta.mojang.com'), userAgent },
  };
}
