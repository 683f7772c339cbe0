import type { RealmPossibility } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { brokenBridgeScene } from '../../ui/voxels/scenes/broken-bridge.ts';
import { LinkFirst } from './LinkFirst.tsx';

interface Props {
  reason: RealmPossibility['reason'];
  realms: number;
  limit: number;
}

/** Why the account may not create a realm now. */
export function NotPossible({ reason, realms, limit }: Props) {
  const { create } = useMessages('realm');
  const { choose } = useMessages('subscription');
  if (reason === 'chat_link_required') return <LinkFirst />;
  if (reason === 'kernel_tier') return <NoKernel />;
  return (
    <EmptyState scene={brokenBridgeScene} title={create.limit.title} text={create.limit.text(realms, limit)} level={2}>
      <Link {...paths.shopCategory('PRIVILEGES')} className={buttonClass('primary')}>
        {choose}
      </Link>
      <Link {...paths.account} className={buttonClass('plain')}>
        {create.limit.action}
      </Link>
    </EmptyState>
  );
}

/** What the plan includes does not run on this machine. */
function NoKernel() {
  const { none } = useMessages('kernel').create;
  const { choose } = useMessages('subscription');
  return (
    <EmptyState scene={brokenBridgeScene} {...none} level={2}>
      <Link {...paths.shopCategory('PRIVILEGES')} className={buttonClass('primary')}>
        {choose}
      </Link>
    </EmptyState>
  );
}
