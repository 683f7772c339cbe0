import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMessages } from '../i18n/use-messages.ts';
import { AppDialog } from '../shared/AppDialog.tsx';
import { useModule } from '../shared/use-module.ts';
import { NavLinks } from './NavLinks.tsx';

// Public pages do not need its queries.
const loadRealmMenu = () => import('../features/realm/RealmMenu.tsx');

/** As wide as the header has room for its links. */
const wide = '(width >= 780px)';

/** The navigation of narrow screens. It goes with the page that it was opened on, and when the screen is turned. */
export function SlideInMenu({ onClose }: { onClose: () => void }) {
  const shell = useMessages('shell');
  // While such a page is loading, so may be its texts.
  const underRealm = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname.startsWith('/realm'),
  });
  // The pages of a realm have it already. A Suspense would hold it back for a third of a second.
  const realm = useModule(underRealm, loadRealmMenu, onClose);
  const page = useRouterState({ select: ({ location }) => location.href });
  const openedOn = useRef(page);
  useEffect(() => {
    if (page !== openedOn.current) onClose();
  }, [page, onClose]);
  useEffect(() => {
    const media = matchMedia(wide);
    media.addEventListener('change', onClose);
    return () => media.removeEventListener('change', onClose);
  }, [onClose]);

  return (
    <AppDialog title={shell.nav.menu} onClose={onClose} shape="drawer">
      <nav aria-label={shell.nav.label}>
        <h2 className="mb-1.5 px-3 text-xs tracking-wide text-muted">{shell.nav.links}</h2>
        <div className="mb-5 flex flex-col gap-1">
          <NavLinks onChoose={onClose} />
        </div>
        {underRealm && realm && <realm.RealmMenu place="menu" onChoose={onClose} />}
      </nav>
    </AppDialog>
  );
}
