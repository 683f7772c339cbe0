import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Realm, RealmLive } from '@realmkeep/contract';
import { Copy } from 'lucide-react';
import { api } from '../../api/api.ts';
import { BlockedDialog } from '../../features/realm/BlockedDialog.tsx';
import { LoginCode } from '../../features/realm/LoginCode.tsx';
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
import { realmAddress } from '../../features/realm/join-address.ts';
import { useCopy } from '../../shared/use-copy.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { DeleteCard } from './DeleteCard.tsx';
import { Measures } from './Measures.tsx';
import { RealmHead } from './RealmHead.tsx';

/** It stands below what everybody comes for. */
const GameCard = lazyPart(async () => (await import('./GameCard.tsx')).GameCard);

/** Few realms are made of one. */
const ModpackNote = lazyPart(async () => (await import('./ModpackNote.tsx')).ModpackNote);

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
            {realm.live.phase === 'QUEUED' && realm.live.queue === null && realm.kernel.kernel === 'fabric' && (
              <Suspense>
                <ModpackNote realmId={realm.id} />
              </Suspense>
            )}
            <Measures live={realm.live} kernel={realm.kernel.kernel} />
            <div className="grid gap-6 lg:grid-cols-2">
              <PlayersCard live={realm.live} />
              <JoinCard domain={realm.domain} version={realm.kernel.version} />
            </div>
            <TitledCard id="confirm" title={realmText.details.confirm.title} gap="mb-1">
              <p className="mb-5 max-w-prose text-muted">{realmText.details.confirm.text}</p>
              <LoginCode
                key={realm.live.startedAt}
                realm={{ id, name: realm.name, running: realm.live.phase === 'READY' }}
                codeBefore={realm.kernel.kernel === 'sandbox' ? null : realm.domain.domain}
              />
            </TitledCard>
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

/** How to get in with the game, of which version, and what to do where *.localhost is not a name. */
function JoinCard({ domain, version }: { domain: Realm['domain']; version: string }) {
  const realmText = useMessages('realm');
  const { join } = realmText.details;
  const site = useSite();
  const copy = useCopy();
  const hostsLine = `127.0.0.1 ${domain.domain}`;
  return (
    <TitledCard id="join" title={join.title}>
      <ol className="flex list-decimal flex-col gap-2 pl-5 marker:font-semibold marker:text-muted">
        <li>{join.edition(version)}</li>
        <li>{join.menu}</li>
        <li>
          {join.address}{' '}
          <strong className="inline-block wrap-anywhere">{realmAddress(domain, site?.gamePort ?? null)}</strong>
        </li>
        <li>{join.done}</li>
      </ol>
      {site?.baseDomain === 'localhost' && (
        <div className="mt-4">
          <Disclosure title={join.hostsTitle}>
            <p className="text-sm">{join.hostsText}</p>
            <div className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <code className="font-semibold break-all">{hostsLine}</code>
              <Button onAction={() => copy(hostsLine)}>
                <Copy aria-hidden size={18} />
                {join.copyHosts}
              </Button>
            </div>
            <p className="text-sm wrap-anywhere text-muted">{join.hostsWhere}</p>
          </Disclosure>
        </div>
      )}
    </TitledCard>
  );
}

/** Why a realm does not run what it is made for: its owner's plan does not include that, or the machine does not run it. */
function KernelStopped({ realm }: { realm: Realm }) {
  const { kernelStopped: messages } = useMessages('realm').details;
  const { inPlan, runsHere } = realm.kernel;
  if (inPlan && runsHere) return null;
  const { title, text } = inPlan ? messages.machine : messages.tier;
  return (
    <Callout tone="warn" title={title}>
      <p className="text-sm text-pretty">{text}</p>
      <Link
        {...paths.realmKernel(realm.id)}
        className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
      >
        {messages.link}
      </Link>
    </Callout>
  );
}

/** Who is on the realm, and in which of its worlds. */
function PlayersCard({ live }: { live: RealmLive }) {
  const { format } = useI18n();
  const { details, worlds } = useMessages('realm');
  const worldName = (world: string) => worlds[world] ?? world;
  return (
    <TitledCard id="players" title={details.players}>
      {live.players.length === 0 ? (
        <p className="min-h-12 text-muted">{live.phase === 'READY' ? details.nobody : details.notRunning}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {live.players.map(({ uuid, nickname, world }) => (
            <li
              key={uuid}
              className="flex flex-wrap items-center justify-between gap-x-4 rounded-chip bg-sunk px-3 py-2"
            >
              <span className="font-semibold break-all">{nickname}</span>
              <span className="text-sm text-muted">{worldName(world)}</span>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-5 mb-1 font-sans text-sm font-semibold text-muted">{details.worlds}</h3>
      {live.worlds.length === 0 ? (
        <p className="text-muted">{details.none}</p>
      ) : (
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          {live.worlds.map(({ name, players }) => (
            <div key={name} className="flex gap-2">
              <dt>{worldName(name)}</dt>
              <dd className="font-semibold">{format.number(players)}</dd>
            </div>
          ))}
        </dl>
      )}
    </TitledCard>
  );
}
