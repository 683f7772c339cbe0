import type { Realm } from '@realmkeep/contract';
import { mapName } from '../../features/realm/map-name.ts';
import { PowerButtons } from '../../features/realm/PowerButtons.tsx';
import { RealmAddress } from '../../features/realm/RealmAddress.tsx';
import { RecordsNotice } from '../../features/realm/RecordsNotice.tsx';
import { StatusBadge } from '../../features/realm/StatusBadge.tsx';
import { useStale } from '../../features/live/use-stale.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Card } from '../../ui/Card.tsx';
import { PlanEnd } from './PlanEnd.tsx';
import { StartProblem } from './StartProblem.tsx';

/** What it is called, where it is, how it is doing, and its switch. */
export function RealmHead({ realm, own }: { realm: Realm; own: boolean | undefined }) {
  const { format } = useI18n();
  const stale = useStale();
  const realmText = useMessages('realm');
  const { details } = realmText;
  const { phase, startedAt, crash, queue, unsavedSince, outOfRoomAt } = realm.live;
  const side = format.number(realm.borderDiameter);
  const facts = [
    { label: details.map, value: mapName(realmText, realm) },
    { label: details.border, value: details.borderSize(side) },
    { label: details.created, value: format.date(realm.created) },
    {
      label: details.lastActivity,
      value: realm.lastActivity === null ? details.never : format.moment(realm.lastActivity),
    },
  ];
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl">{realm.name}</h1>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:flex-row-reverse max-sm:justify-end">
          {phase === 'READY' && startedAt && !stale ? (
            <span className="text-sm text-muted">{details.since(format.moment(startedAt))}</span>
          ) : (
            // As wide, so that nothing moves when it runs.
            <span aria-hidden className="invisible text-sm">
              {details.since(format.hour(realm.created))}
            </span>
          )}
          <StatusBadge phase={phase} announced />
        </div>
      </div>
      {realm.description !== '' && <p className="mt-2 max-w-prose wrap-anywhere">{realm.description}</p>}
      <div className="mt-3 mb-5">
        <RealmAddress domain={realm.domain} />
      </div>
      <RecordsNotice domain={realm.domain} />
      {realm.status === 'BLOCKED' && (
        <div className="mb-5">
          <Callout tone="warn" title={realmText.blocked.title}>
            {realm.blockedReason ? (
              <p className="wrap-anywhere">
                {realmText.blocked.because} {realm.blockedReason}
              </p>
            ) : (
              <p>{realmText.blocked.text}</p>
            )}
          </Callout>
        </div>
      )}
      {queue !== null && (
        <div role="status" className="mb-5">
          <Callout tone="warn" title={details.queueTitle(queue)}>
            <p>{details.queueText}</p>
          </Callout>
        </div>
      )}
      {crash && (
        <div role="status" className="mb-5">
          <Callout tone="warn" title={details.crashTitle(crash.count)}>
            <p>{details.crashText(format.time(crash.nextAttempt))}</p>
            <StartProblem realmId={realm.id} crashes={crash.count} />
          </Callout>
        </div>
      )}
      {unsavedSince && (
        <div role="status" className="mb-5">
          <Callout tone="warn" title={details.unsavedTitle}>
            <p>{details.unsavedText(format.time(unsavedSince))}</p>
          </Callout>
        </div>
      )}
      {outOfRoomAt && (
        <div role="status" className="mb-5">
          <Callout tone="warn" title={details.outOfRoomTitle}>
            <p>{details.outOfRoomText(format.moment(outOfRoomAt))}</p>
          </Callout>
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-5">
        <dl className="flex flex-wrap gap-x-7 gap-y-2">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-3">
          {!realm.overlimit && <PowerButtons realmId={realm.id} status={realm.status} phase={phase} />}
        </div>
      </div>
      <PlanEnd realm={realm} own={own} />
    </Card>
  );
}
