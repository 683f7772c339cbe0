import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Scenery } from '../../ui/Scenery.tsx';
import { brokenBridgeScene } from '../../ui/voxels/scenes/broken-bridge.ts';

export function NotFoundPage() {
  const { text } = useI18n();
  const { notFound } = text.shell;
  return (
    <Scenery scene={brokenBridgeScene} title={notFound.title} text={notFound.text}>
      <Link {...paths.home} className={buttonClass('primary')}>
        {notFound.home}
      </Link>
    </Scenery>
  );
}
