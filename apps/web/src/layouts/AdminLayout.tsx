import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { QueryBoundary } from '../shared/QueryBoundary.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import { paths } from '../shared/paths.ts';
import { meQuery } from '../api/queries.ts';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { gateScene } from '../ui/voxels/scenes/gate.ts';

const itemClass =
  'flex min-h-11 items-center justify-center rounded-block px-4 font-medium hover:bg-sunk aria-[current=page]:bg-lantern aria-[current=page]:font-semibold aria-[current=page]:text-lantern-ink';

/** The pages of operators, below their own navigation. Anyone else reads that these are not for them. */
export default function AdminLayout() {
  const { title, nav, noAccess } = useMessages('admin');
  const me = useQuery(meQuery);
  return (
    <QueryBoundary query={me} skeleton={<Skeleton className="h-96" />} level={1}>
      {({ role }) =>
        role === 'ADMIN' ? (
          <>
            <nav aria-label={title} className="mb-6 border-b-2 border-line pb-3">
              <ul className="grid grid-cols-2 gap-1 xs:flex xs:flex-wrap">
                <li>
                  <Link {...paths.adminProducts} className={itemClass}>
                    {nav.products}
                  </Link>
                </li>
                <li>
                  <Link {...paths.adminUsers} className={itemClass}>
                    {nav.users}
                  </Link>
                </li>
                <li>
                  <Link {...paths.adminRealms} className={itemClass}>
                    {nav.realms}
                  </Link>
                </li>
                <li>
                  <Link {...paths.adminPlans} className={itemClass}>
                    {nav.plans}
                  </Link>
                </li>
                <li>
                  <Link {...paths.adminMachine} className={itemClass}>
                    {nav.machine}
                  </Link>
                </li>
                <li>
                  <Link {...paths.adminAudit} className={itemClass}>
                    {nav.audit}
                  </Link>
                </li>
              </ul>
            </nav>
            <Outlet />
          </>
        ) : (
          <EmptyState scene={gateScene} title={noAccess.title} text={noAccess.text}>
            <Link {...paths.account} className={buttonClass('primary')}>
              {noAccess.action}
            </Link>
          </EmptyState>
        )
      }
    </QueryBoundary>
  );
}
