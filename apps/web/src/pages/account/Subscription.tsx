import type { UserProfile } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { RenewalNotice } from '../../features/shop/RenewalNotice.tsx';
import { SubscriptionButtons } from '../../features/shop/SubscriptionButtons.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';

/** The plan, whether it goes on, and how to change that. */
export function Subscription({ profile }: { profile: UserProfile }) {
  const messages = useMessages('subscription');
  const { tiers } = useMessages('realm');
  const { user_subscription: has } = profile;
  const isFree = has.expiring === null;
  return (
    <Card aria-labelledby="subscription" className="flex flex-col gap-3">
      <div>
        <h2 id="subscription" className="font-sans text-sm font-normal text-muted">
          {messages.title}
        </h2>
        <p className="font-display text-lg font-semibold">{tiers[has.subscription.tier]}</p>
      </div>
      {isFree ? <p className="text-pretty text-muted">{messages.freeText}</p> : <RenewalNotice profile={profile} />}
      <div className="flex flex-wrap gap-3">
        <Link {...paths.shopCategory('PRIVILEGES')} className={buttonClass('plain')}>
          {isFree ? messages.choose : messages.change}
        </Link>
        <SubscriptionButtons has={has} />
      </div>
    </Card>
  );
}
