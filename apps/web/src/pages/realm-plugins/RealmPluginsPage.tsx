import type { Realm, RealmAddons } from '@realmkeep/contract';
import { type AddonKind, worldEditProject } from '@realmkeep/contract/addon-rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { tierLimits, tiers } from '@realmkeep/contract/tiers';
import { api } from '../../api/api.ts';
import { PowerButtons } from '../../features/realm/PowerButtons.tsx';
import { realmPage } from '../../features/realm/RealmPage.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Callout } from '../../ui/Callout.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { PlansLink } from '../../features/shop/PlansLink.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { addonsKey } from './addons-key.ts';
import { FindCard } from './FindCard.tsx';
import { InstalledCard } from './InstalledCard.tsx';
import { OrderNote } from './OrderNote.tsx';
import { useAddonCall } from './use-addon-call.ts';

/** Plugins and data packs: what is installed, and what Modrinth offers. */
export default realmPage('addons', Addons);

function Addons({ realm }: { realm: Realm }) {
  const query = useQuery({
    queryKey: addonsKey(realm.id),
    queryFn: ({ signal }) => api.realmAddons({ params: { id: realm.id }, signal }),
    // Files can be added and removed in other ways too.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.order?.state === 'RUNNING' ? 1000 : false),
  });
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
      {(data) => {
        const [first] = data.kinds;
        return first === undefined ? (
          <NoAddons realmId={realm.id} />
        ) : (
          <Lists realm={realm} data={data} first={first} />
        );
      }}
    </QueryBoundary>
  );
}

function NoAddons({ realmId }: { realmId: string }) {
  const { none } = useMessages('addons');
  return (
    <EmptyState scene={plotScene} title={none.title} text={none.text} level={2}>
      <Link {...paths.realmKernel(realmId)} className={buttonClass('primary')}>
        {none.link}
      </Link>
    </EmptyState>
  );
}

function Lists({ realm, data, first }: { realm: Realm; data: RealmAddons; first: AddonKind }) {
  const messages = useMessages('addons');
  const [kind, setKind] = useState(first);
  // What was done before the page was opened is no news.
  const [known] = useState(() => (data.order?.state === 'DONE' ? data.order.id : null));
  const { phase } = realm.live;
  const isRunning = phase === 'STARTING' || phase === 'READY' || phase === 'STOPPING';
  const stopFirst = kind === 'DATA_PACK' && isRunning;
  const power = (
    <div className="mt-3 flex flex-wrap gap-3">
      <PowerButtons realmId={realm.id} status={realm.status} phase={phase} />
    </div>
  );
  return (
    <div className="flex flex-col gap-5">
      {data.order && data.order.id !== known && <OrderNote order={data.order} />}
      {data.needsRestart && phase === 'READY' && !stopFirst && (
        <div role="status">
          <Callout tone="info" title={messages.restart.title}>
            <p>{messages.restart.text}</p>
            {power}
          </Callout>
        </div>
      )}
      {data.kinds.length > 1 && (
        <RadioBar
          label={messages.kind}
          labelHidden
          options={data.kinds.map((name) => ({ name, label: messages.kinds[name] }))}
          selected={kind}
          onSelect={setKind}
        />
      )}
      {stopFirst && (
        <Callout tone="info" title={messages.stopFirst.title}>
          <p>{messages.stopFirst.text}</p>
          {power}
        </Callout>
      )}
      <InstalledCard key={kind} realmId={realm.id} kind={kind} data={data} locked={stopFirst} />
      {kind === 'PLUGIN' && <WorldEditCard realm={realm} data={data} />}
      {kind === 'MOD' && <NoWorldEditCard realmId={realm.id} data={data} />}
      <FindCard key={`find ${kind}`} realmId={realm.id} kind={kind} data={data} locked={stopFirst} />
    </div>
  );
}

/** Why the mod is not offered, and what to do. */
function NoWorldEditCard({ realmId, data }: { realmId: string; data: RealmAddons }) {
  const { worldEdit: messages, none } = useMessages('addons');
  const isThere = data.addons.some(({ project }) => project?.id === worldEditProject);
  return (
    <TitledCard id="addons-worldedit" title={messages.title} gap="mb-1">
      <p className="max-w-prose">{messages.notHere}</p>
      {isThere && <p className="mt-2 max-w-prose text-sm text-muted">{messages.stays}</p>}
      <Link {...paths.realmKernel(realmId)} className={`${buttonClass('plain')} mt-3`}>
        {none.link}
      </Link>
    </TitledCard>
  );
}

const firstTier = tiers.find((tier) => tierLimits[tier].editBlocks > 0) ?? 'ZOMBIE';

/** The plugin that the plan has a say in: installed by one press, and held to the plan's limits. */
function WorldEditCard({ realm, data }: { realm: Realm; data: RealmAddons }) {
  const { worldEdit: messages, search } = useMessages('addons');
  const { tiers: tierNames } = useMessages('realm');
  const { format } = useI18n();
  const online = useOnline();
  const params = { id: realm.id };
  const install = useAddonCall(realm.id, () =>
    api.realmAddonInstall({ params, body: { kind: 'PLUGIN', projectId: worldEditProject } }),
  );
  const blocks = tierLimits[realm.ownerTier].editBlocks;
  const isThere = data.addons.some(({ project }) => project?.id === worldEditProject);

  return (
    <TitledCard id="addons-worldedit" title={messages.title} gap="mb-1">
      <p className="max-w-prose">
        {blocks === 0
          ? messages.from(tierNames[firstTier])
          : messages.text(format.number(blocks), tierNames[realm.ownerTier])}
      </p>
      {blocks === 0 && realm.rights.includes('delete') && <PlansLink />}
      {(blocks > 0 || isThere) && <p className="mt-2 max-w-prose text-sm text-muted">{messages.held}</p>}
      {isThere ? (
        <p className="mt-3 font-semibold text-muted">{messages.installed}</p>
      ) : (
        blocks > 0 && (
          <Button
            variant="primary"
            className="mt-3"
            disabled={!online || install.isPending || data.order?.state === 'RUNNING'}
            onAction={() => install.mutate(undefined)}
          >
            {search.install}
          </Button>
        )
      )}
    </TitledCard>
  );
}
