import type { OfferedKernel } from '@realmkeep/contract';
import { type Tier, tierLimits } from '@realmkeep/contract/tiers';
import { useMessages } from '../../i18n/use-messages.ts';
import { useSizeText } from '../../shared/use-size-text.ts';

interface Features {
  brings: string[];
  lacks: string[];
  /** What its servers run, and the memory of one; null until that is known. */
  kernels: string | null;
  memory: string | null;
}

/** Describes what a tier includes and lacks; the operator decides which servers it runs. */
export function useFeatures(): (tier: Tier, offered: readonly OfferedKernel[] | undefined) => Features {
  const { features, kernels, fullGame, nether, upTo } = useMessages('subscription');
  const size = useSizeText();
  return (tier, offered) => {
    const { brings, lacks } = features[tier];
    if (!offered) return { brings, lacks, kernels: null, memory: null };
    const has = new Set(offered.map(({ kernel }) => kernel));
    const hasJava = [...has].some((kernel) => kernel !== 'sandbox');
    const hasNether = hasJava || tierLimits[tier].otherWorlds;
    const most = size(Math.max(0, ...offered.map(({ memoryMiB }) => memoryMiB)) * 1024 * 1024);
    return {
      brings: [...brings, ...(hasJava ? [fullGame] : []), ...(hasNether ? [nether.with] : [])],
      lacks: hasNether ? lacks : [...lacks, nether.without],
      kernels: [...has].map((kernel) => kernels[kernel]).join(', ') || '–',
      memory: has.size > 1 ? upTo(most) : most,
    };
  };
}
