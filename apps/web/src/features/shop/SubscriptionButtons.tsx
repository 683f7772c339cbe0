import type { UserSubscription } from '@realmkeep/contract';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { subscriptionPreviewQuery } from '../../api/queries.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useSubscriptionChange } from './use-subscription-change.ts';
import { RealmsUnderTier } from './RealmsUnderTier.tsx';

/** Cancels the present subscription, or resumes it; nothing for the free tier. */
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

interface Props {
  /** In words. */
  tier: string;
  /** When the month that is paid ends. */
  expiring: string;
  onClose: () => void;
}

/** Says what ends with the subscription, before it is cancelled. */
function SubscriptionCancelDialog({ tier, expiring, onClose }: Props) {
  const { format } = useI18n();
  const { ending } = useMessages('subscription');
  const preview = useQuery(subscriptionPreviewQuery('CHICKEN'));
  const change = useSubscriptionChange(onClose);
  const online = useOnline();
  return (
    <AppDialog title={ending.title} onClose={onClose}>
      <p className="mb-4 text-pretty">{ending.lead(tier, format.date(expiring))}</p>
      <QueryBoundary query={preview} skeleton={<Skeleton className="h-24" />} level={3}>
        {(data) => (
          <div className="flex flex-col gap-3">
            {[...data.stops, ...data.off, ...data.shrinks, ...data.shuts].length === 0 ? (
              <p className="text-muted">{ending.nothing}</p>
            ) : (
              <RealmsUnderTier preview={data} />
            )}
          </div>
        )}
      </QueryBoundary>
      <ProgressBar busy={change.isPending} label={ending.busy} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="danger"
          disabled={!preview.data || change.isPending || !online}
          onAction={() => change.mutate('cancel')}
        >
          {ending.confirm}
        </Button>
        <Button data-autofocus onAction={onClose}>
          {ending.back}
        </Button>
      </div>
    </AppDialog>
  );
}
