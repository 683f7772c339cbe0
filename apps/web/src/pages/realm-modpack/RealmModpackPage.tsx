import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { possibilityQuery } from '../../api/queries.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { lazyPart } from '../../shared/lazy-part.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepList } from '../../ui/StepList.tsx';
import { brokenBridgeScene } from '../../ui/voxels/scenes/broken-bridge.ts';
import { PackProgress } from './PackProgress.tsx';
import { PackSearch, type Sought } from './PackSearch.tsx';
import type { PackForm } from './PackSettings.tsx';

// Loaded while a pack is being chosen.
const PackSettings = lazyPart(async () => (await import('./PackSettings.tsx')).default);

const draftName = 'realm-modpack';
const empty: PackForm = { name: '', address: '', versionId: null };

const steps = ['pack', 'settings', 'result'] as const;

/** A new server with a modpack: the pack, its name and address, and the progress. The page's address contains the step. */
export default function RealmModpackPage() {
  const { title, steps: messages } = useMessages('modpacks');
  const { pack, id } = useSearch({ strict: false });
  const at = id !== undefined ? 2 : pack !== undefined ? 1 : 0;
  // What was looked for stays when going back.
  const [sought, setSought] = useState<Sought>({ q: '', page: 0 });
  // So does what was typed, also when another pack is chosen, or the same once more after a failure.
  const [typed, setTyped] = useState(() => (draftOf(draftName) as PackForm | undefined) ?? empty);
  useDraft(draftName, id === undefined && typed.name + typed.address !== '' ? typed : null);
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="mb-6 text-2xl">{title}</h1>
      <StepList label={messages.label} steps={steps.map((step) => messages[step])} at={at} done={false} />
      {id !== undefined && <PackProgress realmId={id} />}
      {id === undefined && (
        <Possible>
          {pack === undefined ? (
            <PackSearch sought={sought} onSeek={setSought} />
          ) : (
            <Suspense fallback={<Skeleton className="h-120" />}>
              <PackSettings key={pack} projectId={pack} typed={typed} onType={setTyped} />
            </Suspense>
          )}
        </Possible>
      )}
    </div>
  );
}

function Possible({ children }: { children: ReactNode }) {
  const { noFabric } = useMessages('modpacks');
  const { choose } = useMessages('subscription');
  const query = useQuery(possibilityQuery);
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
      {({ possible, kernels }) => {
        // That page says why.
        if (!possible) return <Navigate {...paths.realmCreate} replace />;
        if (kernels.some(({ kernel }) => kernel === 'fabric')) return children;
        return (
          <EmptyState scene={brokenBridgeScene} {...noFabric} level={2}>
            <Link {...paths.shopCategory('PRIVILEGES')} className={buttonClass('primary')}>
              {choose}
            </Link>
          </EmptyState>
        );
      }}
    </QueryBoundary>
  );
}
