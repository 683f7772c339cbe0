import { ApiError } from '@realmkeep/contract/client';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';

/** No realm has the id of the address, or the id cannot be one. */
export function isMissingRealm(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'realm_unknown' || error.code === 'invalid_request');
}

export function MissingRealm() {
  const realmText = useMessages('realm');
  const { missing } = realmText.details;
  return (
    <EmptyState scene={plotScene} title={missing.title} text={missing.text}>
      <Link {...paths.account} className={buttonClass('primary')}>
        {missing.action}
      </Link>
    </EmptyState>
  );
}
