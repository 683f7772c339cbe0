import type { StatementLine } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
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
import { lineText } from './line-text.ts';
import { Waiting } from './Waiting.tsx';
import { useDownload } from './use-download.ts';

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

/** On a narrow screen the date stands below what it was. */
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
