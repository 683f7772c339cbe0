import type { Realm } from '@realmkeep/contract';
import { tierLimits } from '@realmkeep/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { PlansLink } from '../../features/shop/PlansLink.tsx';
import { clockOf, useSecondsLeft } from '../../shared/use-seconds-left.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { historyQuery } from '../../api/queries.ts';

interface Props {
  realm: Realm;
  /** Whether it is the reader's own plan; undefined until that is known, for which there is room meanwhile. */
  own: boolean | undefined;
}

/** On a plan that shuts servers down after a while: when that is. It takes as much room while the server is off. */
export function PlanEnd({ realm, own }: Props) {
  const { planEnd: messages } = useMessages('realm').details;
  const { tiers } = useMessages('realm');
  const minutes = tierLimits[realm.ownerTier].shutdownMinutes;
  if (minutes === null) return null;
  const { closesAt } = realm.live;
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-x-5 rounded-chip bg-sunk px-4 py-2">
      <div>
        <p className="font-semibold">{messages.title(tiers[realm.ownerTier], minutes)}</p>
        <p className="min-h-6 text-sm leading-6 text-muted tabular-nums">
          {closesAt === null ? (
            messages.whenItRuns
          ) : (
            <Countdown key={closesAt} realmId={realm.id} closesAt={closesAt} />
          )}
        </p>
      </div>
      {own !== false && (
        <div className={own === undefined ? 'invisible' : ''}>
          <PlansLink />
        </div>
      )}
    </div>
  );
}

function Countdown({ realmId, closesAt }: { realmId: string; closesAt: string }) {
  const { planEnd: messages } = useMessages('realm').details;
  const { format } = useI18n();
  // Of the server's clock, as the end is.
  const skew = useQuery(historyQuery(realmId)).data?.skew ?? 0;
  const seconds = useSecondsLeft(Date.parse(closesAt) - skew);
  return (
    <>
      {messages.closesAt(format.hour(closesAt))} <span role="timer">{messages.left(clockOf(seconds))}</span>
    </>
  );
}
