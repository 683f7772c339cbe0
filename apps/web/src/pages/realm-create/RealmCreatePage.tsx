import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { lazyPart } from '../../shared/lazy-part.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { possibilityQuery } from '../../api/queries.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CreationWizard } from './CreationWizard.tsx';

/** Most visitors of this page may create one. */
const NotPossible = lazyPart(async () => (await import('./NotPossible.tsx')).NotPossible);

export default function RealmCreatePage() {
  const realmText = useMessages('realm');
  const possibility = useQuery(possibilityQuery);
  // With the realm made it is not possible to make another, but its progress must not go away.
  const [begun, setBegun] = useState(false);

  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="mb-6 text-2xl">{realmText.create.title}</h1>
      <QueryBoundary query={possibility} skeleton={<WizardSkeleton />}>
        {({ possible, reason, realms, limit, kernels }) =>
          possible || begun ? (
            <CreationWizard offered={kernels} onBegin={() => setBegun(true)} />
          ) : (
            <Suspense fallback={<WizardSkeleton />}>
              <NotPossible reason={reason} realms={realms} limit={limit} />
            </Suspense>
          )
        }
      </QueryBoundary>
    </div>
  );
}

function WizardSkeleton() {
  return (
    <>
      <Skeleton className="mb-8 h-10" />
      <div className="grid gap-5 sm:grid-cols-3">
        {['one', 'two', 'three'].map((map) => (
          <Skeleton key={map} className="h-60" />
        ))}
      </div>
    </>
  );
}
