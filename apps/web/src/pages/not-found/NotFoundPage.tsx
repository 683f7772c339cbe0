import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { brokenBridgeScene } from '../../ui/voxels/scenes/broken-bridge.ts';

export default function NotFoundPage() {
  const { notFound } = useMessages('shell');
  return (
    <EmptyState scene={brokenBridgeScene} title={notFound.title} text={notFound.text}>
      <Link {...paths.home} className={buttonClass('primary')}>
        {notFound.home}
      </Link>
    </EmptyState>
  );
}
