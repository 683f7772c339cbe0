import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api } from '../../api/api.ts';
import { BlockedDialog } from '../../features/realm/BlockedDialog.tsx';
import { isMissingRealm, MissingRealm } from '../../features/realm/MissingRealm.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { OverlimitNotice } from '../../features/realm/OverlimitNotice.tsx';
import { useProfile } from '../../features/account/use-profile.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { realmQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { useSite } from '../../api/site.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { ConfirmCard } from './ConfirmCard.tsx';
import { DeleteCard } from './DeleteCard.tsx';
import { JoinCard } from './JoinCard.tsx';
import { KernelStopped } from './KernelStopped.tsx';
import { Measures } from './Measures.tsx';
import { PlayersCard } from './PlayersCard.tsx';
import { RealmHead } from './RealmHead.tsx';

/** It stands below what everybody comes for. */
const GameCard = lazy(async () => ({ default: (await import('./GameCard.tsx')).GameCard }));

const toastGroup = 'realm-delete';

export default function RealmDetailsPage() {
  const errors = useMessages('errors');
  const realmText = useMessages('realm');
  const { id = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = useQuery(realmQuery(id));
  const profile = useProfile();
  const site = useSite();

  const deletion = useMutation({
    mutationFn: () => api.realmDelete({ params: { id } }),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: async () => {
      showToast('success', realmText.details.danger.done, toastGroup);
      void queries.invalidateQueries({ queryKey: keys.realms });
      await navigate(paths.account);
      queries.removeQueries({ queryKey: keys.realm(id) });
    },
    onError: (error) => showToast('error', realmText.details.danger.failed(errorText(errors, error)), toastGroup),
  });

  if (isMissingRealm(query.error) && deletion.isIdle) return <MissingRealm />;
  return (
    <QueryBoundary query={query} skeleton={<DetailsSkeleton />} level={1}>
      {(realm) =>
        // With the port an address may take two lines: it comes with that at once.
        site === null ? (
          <DetailsSkeleton />
        ) : (
          <div className="flex flex-col gap-6">
            <RealmHead realm={realm} own={profile && realm.ownerId === profile.id} />
            {profile && <OverlimitNotice realm={realm} own={realm.ownerId === profile.id} />}
            <KernelStopped realm={realm} />
            <Measures live={realm.live} created={realm.created} kernel={realm.kernel.kernel} />
            <div className="grid gap-6 lg:grid-cols-2">
              <PlayersCard live={realm.live} />
              <JoinCard domain={realm.domain} version={realm.kernel.version} />
            </div>
            <ConfirmCard
              key={realm.live.startedAt}
              realmId={realm.id}
              codeBefore={realm.kernel.kernel === 'sandbox' ? null : realm.domain.domain}
              running={realm.live.phase === 'READY'}
            />
            <Suspense fallback={<Skeleton className="h-100 sm:h-80" />}>
              <GameCard realm={realm} own={realm.ownerId === profile?.id} />
            </Suspense>
            {realm.rights.includes('delete') && (
              <DeleteCard realm={realm} busy={deletion.isPending} onDelete={() => deletion.mutate()} />
            )}
            {realm.status === 'BLOCKED' && <BlockedDialog reason={realm.blockedReason} />}
          </div>
        )
      }
    </QueryBoundary>
  );
}

function DetailsSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-147 sm:h-86 lg:h-70" />
      <div className="grid gap-6 sm:grid-cols-2">
        {['players', 'tps', 'cpu', 'memory'].map((measure) => (
          <Skeleton key={measure} className="h-64" />
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </div>
  );
}
