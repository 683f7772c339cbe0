import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { AccountMenu } from '../features/account/AccountMenu.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import { paths } from '../shared/paths.ts';

/** A page of the account with the account's menu at its side; on a narrow screen with the way back to the first page. */
export default function AccountLayout() {
  const { menu } = useMessages('account');
  const atFirst = useRouterState({ select: ({ location }) => location.pathname === paths.account.to });
  return (
    <div className="flex items-start gap-8">
      <AccountMenu place="side" />
      <div className="min-w-0 flex-1">
        {!atFirst && (
          <Link
            {...paths.account}
            className="-ml-2 mb-2 inline-flex min-h-11 items-center gap-1 rounded-block pr-3 font-medium text-muted hover:text-ink nav:hidden"
          >
            <ChevronLeft aria-hidden size={20} />
            {menu.back}
          </Link>
        )}
        <Outlet />
      </div>
    </div>
  );
}
