import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { subscriptionPreviewQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { RealmsUnderTier } from './RealmsUnderTier.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useSubscriptionChange } from './use-subscription-change.ts';

interface Props {
  /** In words. */
  tier: string;
  /** When the month that is paid ends. */
  expiring: string;
  onClose: () => void;
}

/** Says what ends with the subscription, before it is cancelled. */
export function SubscriptionCancelDialog({ tier, expiring, onClose }: Props) {
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
