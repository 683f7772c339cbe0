import type { Tier } from '@realmkeep/contract/tiers';
import { Check, Minus } from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { useLimits } from './use-limits.ts';

/** What a tier allows and brings, whatever it is sold as. */
export function TierDetails({ tier }: { tier: Tier }) {
  const { features } = useMessages('subscription');
  const limitsOf = useLimits();
  const { brings, lacks } = features[tier];
  return (
    <>
      <dl className="flex flex-col gap-1 rounded-chip bg-sunk px-3 py-2 text-sm">
        {limitsOf(tier).map(({ label, value }) => (
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
