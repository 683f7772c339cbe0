import type { StatementLine, WaitingCoins } from '@realmkeep/contract';
import { useQuery, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { statementPageSize, statementQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { Callout } from '../../ui/Callout.tsx';
import { api } from '../../api/api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { lineText } from './line-text.ts';

const cell = 'px-3 py-3 text-left align-top first:pl-5 last:pr-5';

/** Every coin that came or went, a page at a time, the latest first. */
export function Statement() {
  const messages = useMessages('statement');
  const [page, setPage] = useState(0);
  const query = useQuery(statementQuery(page));
  const { download, busy } = useDownload();

  return (
    <section aria-labelledby="statement">
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="statement" className="text-xl">
          {messages.heading}
        </h2>
        {query.data?.total !== 0 && (
          <Button disabled={busy || query.data === undefined} onAction={download}>
            <Download aria-hidden size={18} />
            {messages.csv}
          </Button>
        )}
      </div>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
        {({ items, total, waiting }) =>
          total === 0 ? (
            <>
              <Waiting waiting={waiting} />
              <EmptyState scene={plotScene} {...messages.empty} level={3} />
            </>
          ) : (
            <>
              <Waiting waiting={waiting} />
              <Card className="overflow-hidden p-0!">
                <table aria-labelledby="statement" className="w-full border-collapse">
                  <thead>
                    <tr className="border-b-2 border-line text-sm text-muted">
                      <th scope="col" className={`${cell} font-medium max-sm:hidden`}>
                        {messages.date}
                      </th>
                      <th scope="col" className={`${cell} font-medium`}>
                        {messages.what}
                      </th>
                      <th scope="col" className={`${cell} text-right font-medium`}>
                        {messages.amount}
                      </th>
                      <th scope="col" className={`${cell} text-right font-medium`}>
                        {messages.balance}
                      </th>
                    </tr>
                  </thead>
                  <tbody className={query.isPlaceholderData ? 'opacity-55' : ''}>
                    {items.map((line) => (
                      <Row key={line.id} line={line} />
                    ))}
                  </tbody>
                </table>
              </Card>
              <p className="mt-3 text-sm text-muted">{messages.balanceNote}</p>
              <Pager page={page} total={total} size={statementPageSize} onPage={setPage} />
            </>
          )
        }
      </QueryBoundary>
    </section>
  );
}

/** On a narrow screen the date is below the description. */
function Row({ line }: { line: StatementLine }) {
  const { format } = useI18n();
  const messages = useMessages('statement');
  const { tiers } = useMessages('realm');
  const moment = format.dayAndHour(line.date);
  const { amount } = line;
  return (
    <tr className="border-b border-line last:border-b-0">
      <td className={`${cell} text-muted max-sm:hidden`}>{moment}</td>
      <td className={`${cell} font-semibold wrap-anywhere`}>
        {lineText(messages.kinds, tiers, line)}
        <span className="mt-0.5 block text-sm font-normal text-muted sm:hidden">{moment}</span>
      </td>
      <td
        className={`${cell} text-right font-semibold whitespace-nowrap tabular-nums ${amount > 0 ? 'text-moss' : ''}`}
      >
        {format.signed(amount)}
      </td>
      <td className={`${cell} text-right whitespace-nowrap tabular-nums ${line.balance < 0 ? 'text-brick' : ''}`}>
        {format.number(line.balance)}
      </td>
    </tr>
  );
}

/** Pending coins of referrals: what they wait for, and until when. */
function Waiting({ waiting }: { waiting: readonly WaitingCoins[] }) {
  const { format } = useI18n();
  const messages = useMessages('statement');
  const { coins: coinMessages } = useMessages('account');
  const referral = useMessages('referral');
  if (waiting.length === 0) return null;
  return (
    <div className="mb-6">
      <Callout tone="info" title={referral.waitingTitle}>
        <ul className="mt-1 flex flex-col gap-2">
          {waiting.map(({ kind, subject, own, coins, wait }) => {
            const until = wait.until === null ? '' : format.dayAndHour(wait.until);
            return (
              <li key={`${kind} ${subject} ${own}`} className="wrap-anywhere">
                <strong className="font-semibold">{coinMessages.amount(coins)}</strong> ·{' '}
                {messages.kinds[kind](subject)}
                <span className="block text-pretty">
                  {own ? referral.ownWaits[wait.reason](until) : referral.waits[wait.reason](until)}
                </span>
              </li>
            );
          })}
        </ul>
      </Callout>
    </div>
  );
}

/** Fetches the statement as a table and hands it to the browser as a file: the token stays out of every address. */
function useDownload(): { download: () => void; busy: boolean } {
  const messages = useMessages('statement');
  const errors = useMessages('errors');
  const fetching = useMutation({
    mutationFn: () => api.walletStatementCsv(),
    onSuccess: (table) => {
      // Reading it as text has taken the mark away by which spreadsheets know UTF-8.
      const url = URL.createObjectURL(new Blob(['\uFEFF', table], { type: 'text/csv;charset=utf-8' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = `${messages.file}.csv`;
      link.click();
      URL.revokeObjectURL(url);
    },
    onError: (error) => showToast('error', messages.csvFailed(errorText(errors, error))),
  });
  return { download: fetching.mutate, busy: fetching.isPending };
}
