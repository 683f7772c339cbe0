import type { UserSubscription } from '@realmkeep/contract';
import { useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { SubscriptionCancelDialog } from './SubscriptionCancelDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useSubscriptionChange } from './use-subscription-change.ts';

/** Ends the subscription that somebody has, or keeps it after all; nothing for the free tier. */
export function SubscriptionButtons({ has }: { has: UserSubscription }) {
  const messages = useMessages('subscription');
  const { tiers } = useMessages('realm');
  const online = useOnline();
  const change = useSubscriptionChange();
  const [cancelling, setCancelling] = useState(false);
  const { expiring, subscription } = has;
  if (expiring === null) return null;
  if (subscription.subscription_cancelled) {
    return (
      <Button disabled={change.isPending || !online} onAction={() => change.mutate('resume')}>
        {messages.resume}
      </Button>
    );
  }
  return (
    <>
      <Button onAction={() => setCancelling(true)}>{messages.cancel}</Button>
      {cancelling && (
        <SubscriptionCancelDialog
          tier={tiers[subscription.tier]}
          expiring={expiring}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  );
}
