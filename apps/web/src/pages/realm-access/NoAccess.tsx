import { tierLimits, tiers } from '@realmkeep/contract/tiers';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { gateScene } from '../../ui/voxels/scenes/gate.ts';

const firstTier = tiers.find((tier) => tierLimits[tier].coOwners === 'add') ?? 'GHAST';

/** For tiers without co-owners. @param waiting those of before, who find nothing of the realm until its owner has a higher one */
export function NoAccess({ waiting }: { waiting: number }) {
  const { noAccess } = useMessages('access');
  const { tiers: names } = useMessages('realm');
  return (
    <EmptyState scene={gateScene} title={noAccess.title} text={noAccess.text(names[firstTier])} level={2}>
      {waiting > 0 && <p className="w-full text-muted">{noAccess.waiting(waiting)}</p>}
      <Link {...paths.shopCategory('PRIVILEGES')} className={buttonClass('primary')}>
        {noAccess.action}
      </Link>
    </EmptyState>
  );
}
