import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useMessages } from '../i18n/use-messages.ts';
import { PartMissing } from '../shared/lazy-part.ts';
import { useOnline } from '../shared/use-online.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { brokenBridgeScene } from '../ui/voxels/scenes/broken-bridge.ts';

/** Replaces a page that threw, or whose code could not be loaded. The link home reloads everything. */
export function ErrorLayout({ error, reset }: { error: unknown; reset: () => void }) {
  const { crash, states } = useMessages('shell');
  const router = useRouter();
  const online = useOnline();
  const wasOnline = useRef(online);
  const retry = useCallback(() => {
    // React keeps the failure of a lazy part for as long as the document lives.
    if (error instanceof PartMissing) return location.reload();
    reset();
    void router.invalidate();
  }, [error, reset, router]);

  useEffect(() => {
    if (online && !wasOnline.current) retry();
    wasOnline.current = online;
  }, [online, retry]);

  if (!online) return <EmptyState scene={brokenBridgeScene} title={states.offlineTitle} text={states.offlineText} />;
  return (
    <div role="alert">
      <EmptyState scene={brokenBridgeScene} title={crash.title} text={crash.text}>
        <Button variant="primary" onAction={retry}>
          {crash.retry}
        </Button>
        <a href="/" className={buttonClass('plain')}>
          {crash.home}
        </a>
      </EmptyState>
    </div>
  );
}
