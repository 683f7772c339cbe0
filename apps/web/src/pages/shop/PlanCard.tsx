import type { SubscriptionPlan, UserProfile } from '@realmkeep/contract';
import { isAbove } from '@realmkeep/contract/tiers';
import { Check, Minus } from 'lucide-react';
import { tierPictures } from '../../features/shop/product-pictures.ts';
import { SubscriptionButtons } from '../../features/shop/SubscriptionButtons.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Voxels } from '../../ui/voxels/Voxels.tsx';
import { useLimits } from './use-limits.ts';

interface Props {
  plan: SubscriptionPlan;
  /** Who is there; undefined for a visitor. */
  profile: UserProfile | undefined;
  onSubscribe: () => void;
}

export function PlanCard({ plan, profile, onSubscribe }: Props) {
  const messages = useMessages('subscription');
  const { tiers } = useMessages('realm');
  const limitsOf = useLimits();
  const { tier, price } = plan;
  const { brings, lacks } = messages.features[tier];
  const titleId = `plan-${tier}`;
  const isMine = profile?.user_subscription.subscription.tier === tier;

  return (
    <article
      aria-labelledby={titleId}
      className={`relative flex h-full flex-col overflow-hidden rounded-block border-2 bg-surface shadow-block ${isMine ? 'border-spruce' : 'border-line'}`}
    >
      <div className="grid h-36 place-items-center border-b-2 border-line bg-linear-to-b from-sky-top to-sky-low">
        <Voxels scene={tierPictures[tier]} className="h-28 w-auto max-w-[70%]" />
      </div>
      {isMine && (
        <p className="absolute top-3 right-3 rounded-chip bg-moss-soft px-2 py-0.5 text-sm font-bold text-moss">
          {messages.yours}
        </p>
      )}
      <div className="flex flex-1 flex-col gap-4 p-5">
        <div>
          <h2 id={titleId} className="text-lg">
            {tiers[tier]}
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <strong className="text-xl font-bold">{price === null ? messages.free : messages.coins(price)}</strong>
            {price !== null && <span className="text-muted">{messages.perMonth}</span>}
          </p>
        </div>
        <dl className="flex flex-col gap-1 rounded-chip bg-sunk px-3 py-2 text-sm">
          {limitsOf(plan).map(({ label, value }) => (
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
        <div className="mt-auto flex flex-col gap-3 pt-2">
          <Action plan={plan} profile={profile} onSubscribe={onSubscribe} />
        </div>
      </div>
    </article>
  );
}

function Action({ plan, profile, onSubscribe }: Props) {
  const messages = useMessages('subscription');
  const { tiers } = useMessages('realm');
  const has = profile?.user_subscription.subscription.tier ?? 'CHICKEN';
  if (profile && plan.tier === has) return <SubscriptionButtons has={profile.user_subscription} />;
  if (plan.tier === 'CHICKEN') return <p className="text-sm text-pretty text-muted">{messages.freeText}</p>;
  if (!isAbove(plan.tier, has)) return <p className="text-sm text-muted">{messages.includedInYours}</p>;
  if (!plan.subscribable) return <p className="text-sm text-muted">{messages.notSold}</p>;
  const label = has === 'CHICKEN' ? messages.subscribe : messages.upgrade;
  return (
    <Button variant="primary" aria-label={`${label}: ${tiers[plan.tier]}`} className="w-full" onAction={onSubscribe}>
      {label}
    </Button>
  );
}
