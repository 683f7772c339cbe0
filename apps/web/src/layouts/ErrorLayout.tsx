import { useRouter } from '@tanstack/react-router';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Scenery } from '../ui/Scenery.tsx';
import { brokenBridgeScene } from '../ui/voxels/scenes/broken-bridge.ts';

/** In the place of a page that threw. The way home loads everything anew. */
export function ErrorLayout({ reset }: { reset: () => void }) {
  const { text } = useI18n();
  const router = useRouter();
  const { crash } = text.shell;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div role="alert">
      <Scenery scene={brokenBridgeScene} title={crash.title} text={crash.text}>
        <Button variant="primary" onAction={retry}>
          {crash.retry}
        </Button>
        <a href="/" className={buttonClass('plain')}>
          {crash.home}
        </a>
      </Scenery>
    </div>
  );
}
