import type { Realm } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../i18n/use-messages.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { landQuery } from './land-queries.ts';
import { LandMap } from './LandMap.tsx';

/** The overworld as seen from above. */
export function LandCard({ realm }: { realm: Realm }) {
  const { land: messages } = useMessages('world');
  const query = useQuery(landQuery(realm.id));
  return (
    <Card aria-labelledby="world-land">
      <h2 id="world-land" className="mb-1 text-lg">
        {messages.title}
      </h2>
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
    </Card>
  );
}
