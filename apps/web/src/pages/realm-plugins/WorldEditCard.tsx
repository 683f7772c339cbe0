import type { Realm, RealmAddons } from '@realmkeep/contract';
import { worldEditProject } from '@realmkeep/contract/addon-rules';
import { tierLimits, tiers } from '@realmkeep/contract/tiers';
import { api } from '../../api/api.ts';
import { PlansLink } from '../../features/shop/PlansLink.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useAddonCall } from './use-addon-call.ts';

const firstTier = tiers.find((tier) => tierLimits[tier].editBlocks > 0) ?? 'ZOMBIE';

/** The plugin that the plan has a say in: installed by one press, and held to the plan's limits. */
export function WorldEditCard({ realm, data }: { realm: Realm; data: RealmAddons }) {
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
    <Card aria-labelledby="addons-worldedit">
      <h2 id="addons-worldedit" className="mb-1 text-lg">
        {messages.title}
      </h2>
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
    </Card>
  );
}
