import { Outlet } from '@tanstack/react-router';
import { useMessages } from '../i18n/use-messages.ts';
import { RealmMenu } from '../features/realm/RealmMenu.tsx';
import { UltimaMenu } from '../features/realm/UltimaMenu.tsx';

/** A realm's page with the realm's menu at its side, where there is room for one. */
export default function RealmLayout() {
  const { sidebar } = useMessages('realm');
  return (
    <div className="flex items-start gap-8">
      {/* Where the window is lower than the menu, the menu scrolls: nothing of it is out of reach. The margin is room for the ring of what has the focus. */}
      <nav
        aria-label={sidebar.label}
        className="sticky top-24 -m-1.5 max-h-[calc(100dvh-7rem)] w-51 shrink-0 overflow-y-auto p-1.5 max-nav:hidden"
      >
        <RealmMenu place="side" />
        <UltimaMenu />
      </nav>
      <div className="min-w-0 flex-1">
        <Outlet />
      </div>
    </div>
  );
}
