import type { Realm, RealmBackups, RealmOfBackup } from '@realmkeep/contract';
import { isBackingUp, isRestoring, countsInPlan } from '@realmkeep/contract/backup-rules';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { draftOf } from '../../features/drafts/drafts.ts';
import { realmPage } from '../../features/realm/RealmPage.tsx';
import { useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { backupsQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { keepScene } from '../../ui/voxels/scenes/keep.ts';
import { api } from '../../api/api.ts';
import { useOnline } from '../../shared/use-online.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { usePageCall } from '../../shared/use-page-call.ts';
import { keys } from '../../api/query-keys.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { paths } from '../../shared/paths.ts';
import { Callout } from '../../ui/Callout.tsx';
import { BackupCard } from './BackupCard.tsx';
import type { NewRealmDraft } from './NewRealmDialog.tsx';
import { Progress } from './Progress.tsx';

/** It has a form, and forms are large. */
const NewRealmDialog = lazyPart(async () => (await import('./NewRealmDialog.tsx')).NewRealmDialog);

/** Copies of the realm's world: made, restored, downloaded and deleted. */
export default realmPage('backups', Backups);

function Backups({ realm }: { realm: Realm }) {
  const messages = useMessages('backups');
  const query = useQuery(backupsQuery(realm.id));
  const isOwner = realm.ownerId === useProfile()?.id;
  const draftName = `new realm ${realm.id}`;
  /** What a new realm is made of. The list may lose it meanwhile. */
  const [chosen, setChosen] = useState(() => (draftOf(draftName) as NewRealmDraft | undefined)?.backup ?? null);
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
      {(data) => (
        <>
          {data.restore && <RestoreNote restore={data.restore} />}
          {data.newRealm && <NewRealmNote made={data.newRealm} />}
          <CreateBar realmId={realm.id} data={data} />
          {data.backups.length === 0 && (
            <EmptyState
              scene={keepScene}
              title={messages.none.title}
              text={isOwner ? messages.none.text : messages.none.partner}
              level={2}
            />
          )}
          <ul className="flex flex-col gap-4">
            {data.backups.map((backup) => (
              <li key={backup.id}>
                <BackupCard
                  realmId={realm.id}
                  backup={backup}
                  isOwner={isOwner}
                  restoring={[data.restore, data.reset].some((other) => other !== null && isRestoring(other.state))}
                  making={data.newRealm !== null && isRestoring(data.newRealm.state)}
                  backingUp={data.backups.some(({ state }) => isBackingUp(state))}
                  onNewRealm={() => setChosen(backup)}
                />
              </li>
            ))}
          </ul>
          {chosen && (
            <Suspense>
              <NewRealmDialog
                realmId={realm.id}
                backup={chosen}
                draftName={draftName}
                onClose={() => setChosen(null)}
              />
            </Suspense>
          )}
          {!isOwner && data.backups.length > 0 && <p className="mt-4 text-sm text-muted">{messages.ownerOnly}</p>}
        </>
      )}
    </QueryBoundary>
  );
}

/** Makes a backup, or says when and why not. */
function CreateBar({ realmId, data }: { realmId: string; data: RealmBackups }) {
  const messages = useMessages('backups');
  const { format } = useI18n();
  const online = useOnline();
  const size = useSizeText();
  const hint = useId();
  const creating = usePageCall(keys.realmBackups(realmId), () => api.realmBackupCreate({ params: { id: realmId } }), {
    done: messages.created,
  });
  const kept = data.backups.filter(({ state, origin }) => state !== 'FAILED' && countsInPlan(origin));
  const obstacle = obstacleOf();
  const minutes = data.cooldownMinutes;
  const pause = minutes % 60 === 0 ? messages.why.hours(minutes / 60) : messages.why.minutes(minutes);

  function obstacleOf(): string | null {
    if (data.backups.some(({ state }) => isBackingUp(state))) return messages.why.running;
    if ([data.restore, data.reset].some((other) => other && isRestoring(other.state))) return messages.why.restoring;
    if (kept.length >= data.limit) return messages.why.full;
    if (data.bytesUsed >= data.bytesLimit) return messages.why.space;
    return data.nextAt === null ? null : messages.why.pause(format.moment(data.nextAt));
  }

  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="primary"
        disabled={obstacle !== null || creating.isPending || !online}
        aria-describedby={hint}
        onAction={() => creating.mutate()}
      >
        {messages.create}
      </Button>
      <div id={hint} className="min-w-0 text-sm text-muted">
        <p>{messages.usage(kept.length, data.limit, size(data.bytesUsed), size(data.bytesLimit))}</p>
        {data.keptDays !== null && <p>{messages.keptDays(data.keptDays)}</p>}
        <p role="status">{obstacle ?? messages.why.pauseRule(pause)}</p>
      </div>
    </div>
  );
}

/** How far the new realm is that is made of a backup, or what became of the last one. */
function NewRealmNote({ made: { name, realmId, state, progress } }: { made: RealmOfBackup }) {
  const messages = useMessages('backups').newRealm;
  return (
    <div className="mb-5">
      <Callout tone={state === 'FAILED' ? 'warn' : 'info'} title={messages.of(name)}>
        <p role="status">{messages.states[state]}</p>
        {isRestoring(state) && <Progress value={progress} label={messages.states[state]} />}
        {state === 'DONE' && realmId !== null && (
          <Link
            {...paths.realmDetails(realmId)}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {messages.go(name)}
          </Link>
        )}
      </Callout>
    </div>
  );
}

/** What becomes of the backup that is being restored, or became of the last one. */
function RestoreNote({ restore }: { restore: NonNullable<RealmBackups['restore']> }) {
  const messages = useMessages('backups');
  const { format } = useI18n();
  const { state, progress, backupCreated } = restore;
  const moment = backupCreated === null ? null : format.dayAndHour(backupCreated);
  const goesOn = isRestoring(state);
  const title = goesOn ? messages.restoring : messages.restored;
  return (
    <div className="mb-5">
      <Callout
        tone={state === 'FAILED' || state === 'UNDOING' ? 'warn' : 'info'}
        title={moment === null ? messages.restoredGone : title(moment)}
      >
        {/* How far it is would be told again and again. */}
        <p role="status">{messages.restores[state]}</p>
        {goesOn && <Progress value={progress} label={messages.restores[state]} />}
      </Callout>
    </div>
  );
}
