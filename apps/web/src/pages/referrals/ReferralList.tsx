import type { Referral, Referrals } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { referralsPageSize, referralsQuery } from '../../api/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';

const cell = 'px-3 py-3 text-left align-top first:pl-5 last:pr-5';

/** Whom the player has brought, a page at a time, and what that has earned. */
export function ReferralList() {
  const messages = useMessages('referral');
  const { coins } = useMessages('account');
  const [page, setPage] = useState(0);
  const query = useQuery(referralsQuery(page));

  return (
    <section aria-labelledby="list">
      <QueryBoundary query={query} skeleton={<Skeleton className="h-82" />}>
        {({ items, total, earned, month, minimumDays }) => {
          return (
            <>
              <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <h2 id="list" className="text-xl">
                  {messages.list}
                </h2>
                <p className="text-muted">
                  {messages.total}: <strong className="font-semibold text-ink">{coins.amount(earned)}</strong>
                </p>
              </div>
              {total === 0 ? (
                <EmptyState scene={plotScene} title={messages.empty.title} text={messages.empty.text} level={3} />
              ) : (
                <Card className="overflow-hidden p-0!">
                  <table aria-labelledby="list" className="w-full border-collapse">
                    <thead>
                      <tr className="border-b-2 border-line text-sm text-muted">
                        <th scope="col" className={`${cell} font-medium`}>
                          {messages.player}
                        </th>
                        <th scope="col" className={`${cell} font-medium max-sm:hidden`}>
                          {messages.status}
                        </th>
                        <th scope="col" className={`${cell} font-medium max-sm:hidden`}>
                          {messages.updated}
                        </th>
                        <th scope="col" className={`${cell} text-right font-medium`}>
                          {messages.earned}
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
              <Rules month={month} minimumDays={minimumDays} />
              <Pager page={page} total={total} size={referralsPageSize} onPage={setPage} />
            </>
          );
        }}
      </QueryBoundary>
    </section>
  );
}

/** On a narrow screen the first cell holds all but the coins. */
function Row({ referral }: { referral: Referral }) {
  const { format } = useI18n();
  const { coins } = useMessages('account');
  const messages = useMessages('referral');
  const { referredUser, status, updatedAt, earned, accrued } = referral;
  return (
    <tr className="border-b border-line last:border-b-0">
      <td className={`${cell} font-semibold break-all`}>
        {referredUser}
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 sm:hidden">
          <Status status={status} />
          <span className="text-sm font-normal text-muted">{format.moment(updatedAt)}</span>
        </span>
        <Wait referral={referral} className="sm:hidden" />
      </td>
      <td className={`${cell} max-sm:hidden`}>
        <Status status={status} />
        <Wait referral={referral} />
      </td>
      <td className={`${cell} text-muted max-sm:hidden`}>{format.moment(updatedAt)}</td>
      <td className={`${cell} text-right font-semibold`}>
        {format.number(earned)}
        {accrued > 0 && (
          <span className="block text-sm font-normal text-muted">{messages.accrued(coins.amount(accrued))}</span>
        )}
      </td>
    </tr>
  );
}

/** What the bonus waits for, and until when. */
function Wait({ referral: { waits }, className = '' }: { referral: Referral; className?: string }) {
  const { format } = useI18n();
  const messages = useMessages('referral');
  if (!waits) return null;
  const until = waits.until === null ? '' : format.dayAndHour(waits.until);
  return (
    <span className={`mt-1.5 block max-w-96 text-sm font-normal text-muted text-pretty wrap-normal ${className}`}>
      {messages.waits[waits.reason](until)}
    </span>
  );
}

function Rules({ month, minimumDays }: Pick<Referrals, 'month' | 'minimumDays'>) {
  const { coins } = useMessages('account');
  const messages = useMessages('referral');
  return (
    <section aria-labelledby="rules" className="mt-6">
      <h3 id="rules" className="mb-2 text-lg">
        {messages.rules}
      </h3>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-muted text-pretty">
        <li>{minimumDays > 0 ? messages.ruleAge(minimumDays) : messages.ruleAddress}</li>
        {month.limit > 0 && (
          <>
            <li>{messages.ruleAccrue}</li>
            <li>{messages.ruleOwn}</li>
            <li>{messages.ruleMonth(coins.amount(month.limit), coins.amount(month.granted))}</li>
          </>
        )}
      </ul>
    </section>
  );
}

function Status({ status }: Pick<Referral, 'status'>) {
  const messages = useMessages('referral');
  const look = status === 'VERIFIED' ? 'bg-moss-soft text-moss' : 'bg-sunk text-muted';
  return (
    <span className={`inline-block rounded-chip px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap ${look}`}>
      {messages.statuses[status]}
    </span>
  );
}
