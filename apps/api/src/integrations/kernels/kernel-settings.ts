import { z } from 'zod';
import type { Source } from './ask-provider.ts';
import type { JavaKernel } from './kernel-catalogue.ts';

const base = (real: string) =>
  z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default('')
    .transform((text) => new URL(text || real));

export const kernelEnvironment = {
  KERNEL_PAPER_API: base('https://fill.papermc.io'),
  KERNEL_MOJANG_API: base('https://piston-meta.mojang.com'),
};

/** Where the makers are. @param publicUrl where they find out who asks */
export function kernelSources(
  env: z.infer<z.ZodObject<typeof kernelEnvironment>>,
  publicUrl: string,
): Record<JavaKernel, Source> {
  const userAgent = `Realmkeep (${publicUrl})`;
  return {
    paper: { base: env.KERNEL_PAPER_API, userAgent },
    vanilla: { base: env.KERNEL_MOJANG_API, userAgent },
  };
}
