import type { Tier } from '@realmkeep/contract/tiers';
import { Check, Minus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { useFeatures } from './use-features.ts';
import { useLimits } from './use-limits.ts';

/** A tier's limits and features, whatever product it is sold as. */
export function TierDetails({ tier }: { tier: Tier }) {
  const { limits } = useMessages('subscription');
  const { data: plans } = useQuery(plansQuery);
  const limitsOf = useLimits();
  const offered = plans?.find((plan) => plan.tier === tier)?.kernels;
  const { brings, lacks, kernels, memory } = useFeatures()(tier, offered);
  const rows = [
    ...limitsOf(tier),
    { label: limits.kernels, value: kernels ?? '–' },
    { label: limits.memory, value: memory ?? '–' },
  ];
  return (
    <>
      <dl className="flex flex-col gap-1 rounded-chip bg-sunk px-3 py-2 text-sm">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="flex flex-col gap-1.5 text-sm">
        {brings.map((line) => (
          <li key={line} className="flex gap-2">
            <Check aria-hidden size={18} className="mt-px shrink-0 text-moss" />
            {line}
          </li>
        ))}
        {lacks.map((line) => (
          <li key={line} className="flex gap-2 text-muted">
            <Minus aria-hidden size={18} className="mt-px shrink-0" />
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}
