import { tierLimits, tiers } from '@realmkeep/contract/tiers';
import { Link } from '@tanstack/react-router';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';

const firstTier = tiers.find((tier) => tierLimits[tier].coOwners === 'add') ?? 'GHAST';

/** Says from which tier on co-owners are added, and leads there. */
export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { upgrade } = useMessages('access');
  const { choose } = useMessages('subscription');
  const { tiers: names } = useMessages('realm');
  return (
    <AppDialog title={upgrade.title} onClose={onClose}>
      <p className="mb-5">{upgrade.text(names[firstTier])}</p>
      <div className="flex flex-wrap gap-3">
        <Link {...paths.shopCategory('PRIVILEGES')} data-autofocus className={buttonClass('primary')}>
          {choose}
        </Link>
        <Button onAction={onClose}>{upgrade.cancel}</Button>
      </div>
    </AppDialog>
  );
}
