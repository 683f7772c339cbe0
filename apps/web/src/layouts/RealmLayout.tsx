import { Outlet } from '@tanstack/react-router';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { RealmMenu } from './RealmMenu.tsx';

/** A realm's page with the realm's menu at its side, where there is room for one. */
export function RealmLayout() {
  const { text } = useI18n();
  return (
    <div className="flex items-start gap-8">
      <nav aria-label={text.shell.sidebar.label} className="sticky top-24 w-48 shrink-0 max-nav:hidden">
        <RealmMenu place="side" />
      </nav>
      <div className="min-w-0 flex-1">
        <Outlet />
      </div>
    </div>
  );
}
