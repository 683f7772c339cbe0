import type { Realm } from '@realmkeep/contract';
import { tierLimits, withoutOwnerMinutes } from '@realmkeep/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lastPlayed } from '../../features/realm/last-played.ts';
import { mapName } from '../../features/realm/map-name.ts';
import { PowerButtons } from '../../features/realm/PowerButtons.tsx';
import { RealmAddress } from '../../features/realm/RealmAddress.tsx';
import { RecordsNotice } from '../../features/realm/RecordsNotice.tsx';
import { StatusBadge } from '../../features/realm/StatusBadge.tsx';
import { useStale } from '../../features/live/use-stale.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Card } from '../../ui/Card.tsx';
import { PlansLink } from '../../features/shop/PlansLink.tsx';
import { clockOf, useSecondsLeft } from '../../shared/use-seconds-left.ts';
import { historyQuery } from '../../api/queries.ts';
import { api } from '../../api/api.ts';
import { paths } from '../../shared/paths.ts';

/** What it is called, where it is, how it is doing, and its switch. */
export function RealmHead({ realm, own }: { realm: Realm; own: boolean | undefined }) {
  const { format } = useI18n();
  const stale = useStale();
  const realmText = useMessages('realm');
  const { details } = realmText;
  const { phase, startedAt, crash, queue, lostSince, unsavedSince, outOfRoomAt } = realm.live;
  const side = format.number(realm.borderDiameter);
  const facts = [
    { label: details.map, value: mapName(realmText, realm) },
    { label: details.border, value: details.borderSize(side) },
    { label: details.created, value: format.date(realm.created) },
    {
      label: details.lastActivity,
      value: lastPlayed(realmText, format, realm.lastActivity, realm.live.players.length),
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
      {queue !== null && <Notice title={details.queueTitle(queue)} text={details.queueText} />}
      {crash && (
        <Notice title={details.crashTitle(crash.count)} text={details.crashText(format.time(crash.nextAttempt))}>
          <StartProblem realmId={realm.id} crashes={crash.count} />
        </Notice>
      )}
      {lostSince && <Notice title={details.lostTitle} text={details.lostText(format.moment(lostSince))} />}
      {unsavedSince && <Notice title={details.unsavedTitle} text={details.unsavedText(format.moment(unsavedSince))} />}
      {outOfRoomAt && (
        <Notice title={details.outOfRoomTitle} text={details.outOfRoomText(format.moment(outOfRoomAt))} />
      )}
      <div className="flex flex-wrap items-end justify-between gap-5">
        <Facts facts={facts} />
        <div className="flex flex-wrap gap-3">
          {!realm.overlimit && <PowerButtons realmId={realm.id} status={realm.status} phase={phase} />}
        </div>
      </div>
      <PlanEnd realm={realm} own={own} />
    </Card>
  );
}

/** What is not as usual, said aloud as it comes. */
function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div role="status" className="mb-5">
      <Callout tone="warn" title={title}>
        <p>{text}</p>
        {children}
      </Callout>
    </div>
  );
}

interface Props {
  realm: Realm;
  /** Whether it is the reader's own plan; undefined until that is known, for which there is room meanwhile. */
  own: boolean | undefined;
}

/** On a plan that shuts servers down after a while: when that is. It takes as much room while the server is off. */
function PlanEnd({ realm, own }: Props) {
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
        {tierLimits[realm.ownerTier].stopsWithoutOwner && (
          <p className="max-w-prose text-sm text-muted">{messages.withoutOwner(withoutOwnerMinutes)}</p>
        )}
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

/** Why the realm did not start, in plain words, and what to do; nothing but the way to its log where that does not say. */
function StartProblem({ realmId, crashes }: { realmId: string; crashes: number }) {
  const { problem: messages } = useMessages('logs');
  const { data } = useQuery({
    // With each crash there may be another cause.
    queryKey: ['start-problem', realmId, crashes],
    queryFn: ({ signal }) => api.realmStartProblem({ params: { id: realmId }, signal }),
  });
  const problem = data?.problem ?? null;
  return (
    <div className="mt-2 flex flex-col gap-1.5">
      {problem !== null && (
        <>
          <p className="font-semibold">{messages.causes[problem.cause].title}</p>
          <p>
            {problem.subject !== null && `${messages.about(problem.subject)} `}
            {messages.causes[problem.cause].text(problem.subject, problem.needs)}
          </p>
          <code className="text-sm wrap-anywhere text-muted">{problem.line}</code>
        </>
      )}
      <Link
        {...paths.realmLog(realmId, 'logs/console.log')}
        className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
      >
        {messages.read}
      </Link>
    </div>
  );
}
