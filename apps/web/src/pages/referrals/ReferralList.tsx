import type { Referral } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../components/Loaded.tsx';
import { Pager } from '../../components/Pager.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { referralsPageSize, referralsQuery } from '../../queries.ts';
import { Card } from '../../ui/Card.tsx';
import { Scenery } from '../../ui/Scenery.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';

const cell = 'px-3 py-3 text-left align-top first:pl-5 last:pr-5';

/** Whom the player has brought, a page at a time, and what that has earned. */
export function ReferralList() {
  const { referrals: words, coins } = usePageText('account');
  const [page, setPage] = useState(0);
  const query = useQuery(referralsQuery(page));

  return (
    <section aria-labelledby="list">
      <Loaded query={query} skeleton={<Skeleton className="h-82" />}>
        {({ items, total, earned }) => {
          return (
            <>
              <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <h2 id="list" className="text-xl">
                  {words.list}
                </h2>
                <p className="text-muted">
                  {words.total}: <strong className="font-semibold text-ink">{coins.amount(earned)}</strong>
                </p>
              </div>
              {total === 0 ? (
                <Scenery scene={plotScene} title={words.empty.title} text={words.empty.text} level={3} />
              ) : (
                <Card className="overflow-hidden p-0!">
                  <table aria-labelledby="list" className="w-full border-collapse">
                    <thead>
                      <tr className="border-b-2 border-line text-sm text-muted">
                        <th scope="col" className={`${cell} font-medium`}>
                          {words.player}
                        </th>
                        <th scope="col" className={`${cell} font-medium max-sm:hidden`}>
                          {words.status}
                        </th>
                        <th scope="col" className={`${cell} font-medium max-sm:hidden`}>
                          {words.updated}
                        </th>
                        <th scope="col" className={`${cell} text-right font-medium`}>
                          {words.earned}
                        </th>
                      </tr>
                    </thead>
                    <tbody className={query.isPlaceholderData ? 'opacity-55' : ''}>
                      {items.map((referral) => (
                        <Row key={referral.id} referral={referral} />
                      ))}
                    </tbody>
                  </table>
                </Card>
              )}
              <Pager page={page} total={total} size={referralsPageSize} onPage={setPage} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** On a narrow screen the first cell holds all but the coins. */
function Row({ referral: { referredUser, status, updatedAt, earned } }: { referral: Referral }) {
  const { format } = useI18n();
  return (
    <tr className="border-b border-line last:border-b-0">
      <td className={`${cell} font-semibold break-all`}>
        {referredUser}
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 sm:hidden">
          <Status status={status} />
          <span className="text-sm font-normal text-muted">{format.moment(updatedAt)}</span>
        </span>
      </td>
      <td className={`${cell} max-sm:hidden`}>
        <Status status={status} />
      </td>
      <td className={`${cell} text-muted max-sm:hidden`}>{format.moment(updatedAt)}</td>
      <td className={`${cell} text-right font-semibold`}>{format.number(earned)}</td>
    </tr>
  );
}

function Status({ status }: Pick<Referral, 'status'>) {
  const { referrals: words } = usePageText('account');
  const look = status === 'VERIFIED' ? 'bg-moss-soft text-moss' : 'bg-sunk text-muted';
  return (
    <span className={`inline-block rounded-chip px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap ${look}`}>
      {words.statuses[status]}
    </span>
  );
}
