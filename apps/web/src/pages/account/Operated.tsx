import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { LoginCode } from '../../features/realm/LoginCode.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Pager } from '../../shared/Pager.tsx';
import { isStuck, QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Card } from '../../ui/Card.tsx';

const size = 4;

/** The realms of others in which the account is an operator, each with its code; nothing where there are none. */
export function Operated() {
  const { operated } = useMessages('account');
  const [page, setPage] = useState(0);
  const query = useQuery({
    queryKey: ['realms', 'operated', page],
    queryFn: ({ signal }) => api.realmsOperated({ query: { page, size }, signal }),
    placeholderData: keepPreviousData,
  });
  if (!query.data?.total && !isStuck(query)) return null;
  return (
    <section aria-labelledby="operated">
      <h2 id="operated" className="mb-5 text-xl">
        {operated}
      </h2>
      <QueryBoundary query={query} skeleton={null} level={3}>
        {(list) => (
          <>
            <ul className="grid gap-5 md:grid-cols-2">
              {list.items.map((realm) => (
                <li key={realm.id}>
                  <Card>
                    <h3 className="mb-3 text-base wrap-anywhere">
                      {realm.name} · {realm.ownerUsername}
                    </h3>
                    <LoginCode realm={realm} codeBefore={realm.kernel === 'sandbox' ? null : realm.domain} />
                  </Card>
                </li>
              ))}
            </ul>
            <Pager page={page} total={list.total} size={size} onPage={setPage} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
