import type { Realm, RealmReset } from '@realmkeep/contract';
import { isRestoring } from '@realmkeep/contract/backup-rules';
import { useQuery } from '@tanstack/react-query';
import { useProfile } from '../../features/account/use-profile.ts';
import { realmPage } from '../../features/realm/RealmPage.tsx';
import { backupsQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { mapName } from '../../features/realm/map-name.ts';
import { Callout } from '../../ui/Callout.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { PresentCard } from './PresentCard.tsx';
import { ResetCard } from './ResetCard.tsx';
import { landQuery } from './land-queries.ts';
import { LandMap } from './LandMap.tsx';

/** What the realm's world is made of, and a new one in its place. */
export default realmPage('world', World);

function World({ realm }: { realm: Realm }) {
  const { reset: messages } = useMessages('world');
  const query = useQuery(backupsQuery(realm.id));
  const isOwner = realm.ownerId === useProfile()?.id;
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
      {({ backups, reset }) => (
        <div className="flex flex-col gap-5">
          {reset && <ResetNote reset={reset} />}
          <PresentCard realm={realm} newest={isOwner ? backups.find(({ state }) => state === 'READY') : undefined} />
          <LandCard realm={realm} />
          {!isOwner && <p className="text-muted">{messages.ownerOnly}</p>}
          {isOwner && !(reset && isRestoring(reset.state)) && <ResetCard realm={realm} />}
        </div>
      )}
    </QueryBoundary>
  );
}

/** What becomes of the new world, or became of the last one. */
function ResetNote({ reset: { map, state, progress } }: { reset: RealmReset }) {
  const { reset: messages } = useMessages('world');
  const realmText = useMessages('realm');
  return (
    <div role="status">
      <Callout
        tone={state === 'FAILED' || state === 'UNDOING' ? 'warn' : 'info'}
        title={messages.going(mapName(realmText, { type: 'OFFICIAL', map }))}
      >
        <p>{messages.states[state]}</p>
        {isRestoring(state) && (
          <progress
            className="mt-2 h-2 w-full max-w-md"
            aria-label={messages.states[state]}
            value={progress ?? undefined}
            max={1}
          />
        )}
      </Callout>
    </div>
  );
}

/** The overworld as seen from above. */
function LandCard({ realm }: { realm: Realm }) {
  const { land: messages } = useMessages('world');
  const query = useQuery(landQuery(realm.id));
  return (
    <TitledCard id="world-land" title={messages.title} gap="mb-1">
      <p className="mb-4 max-w-prose text-sm text-muted">{messages.text}</p>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-112" />} level={3}>
        {(land) =>
          land.regions.length === 0 ? (
            <EmptyState scene={plotScene} {...messages.none} level={3} />
          ) : (
            <LandMap realm={realm} land={land} />
          )
        }
      </QueryBoundary>
    </TitledCard>
  );
}
