import type { RealmLog } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useSizeText } from '../../shared/use-size-text.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';

/** The realm's logs and crash reports, or what one of them says. */
export default function RealmLogsPage() {
  const messages = useMessages('logs');
  const { file } = useSearch({ strict: false });
  return (
    <RealmPage title={messages.title} lead={messages.lead}>
      {(realm) =>
        file === undefined ? <Logs realmId={realm.id} /> : <LogText key={file} realmId={realm.id} path={file} />
      }
    </RealmPage>
  );
}

function Logs({ realmId }: { realmId: string }) {
  const messages = useMessages('logs');
  const { format } = useI18n();
  const sizeText = useSizeText();
  const query = useQuery({
    queryKey: ['logs', realmId],
    queryFn: ({ signal }) => api.realmLogs({ params: { id: realmId }, signal }),
    // The server writes them.
    staleTime: 0,
  });

  const columns: Column<RealmLog & { id: string }>[] = [
    {
      label: messages.file,
      render: ({ path }) => (
        <Link
          {...paths.realmLog(realmId, path)}
          className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-spruce underline underline-offset-4"
        >
          {path.split('/').at(-1)}
        </Link>
      ),
    },
    { label: messages.kind, render: ({ kind }) => messages.kinds[kind] },
    { label: messages.size, numeric: true, render: ({ bytes }) => sizeText(bytes) },
    { label: messages.changed, render: ({ changed }) => <time dateTime={changed}>{format.moment(changed)}</time> },
  ];

  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
      {({ logs, older }) =>
        logs.length === 0 ? (
          <EmptyState scene={plotScene} {...messages.none} level={2} />
        ) : (
          <>
            <DataTable
              label={messages.title}
              columns={columns}
              rows={logs.map((log) => Object.assign({ id: log.path }, log))}
              dimmed={false}
            />
            {older > 0 && (
              <p className="mt-4 text-sm text-muted">
                <Link {...paths.realmFiles(realmId, 'logs')} className="underline underline-offset-4">
                  {messages.older(older)}
                </Link>
              </p>
            )}
          </>
        )
      }
    </QueryBoundary>
  );
}

/** What one log says: its end, where it is long. */
function LogText({ realmId, path }: { realmId: string; path: string }) {
  const messages = useMessages('logs');
  const query = useQuery({
    queryKey: ['logs', realmId, path],
    queryFn: ({ signal }) => api.realmLogText({ params: { id: realmId }, query: { path }, signal }),
    staleTime: 0,
  });
  return (
    <>
      <Link
        {...paths.realmLogs(realmId)}
        className="mb-3 inline-flex min-h-11 items-center font-semibold text-spruce underline underline-offset-4"
      >
        {messages.back}
      </Link>
      <h2 className="mb-3 text-base font-semibold wrap-anywhere">{path}</h2>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
        {({ text, cut }) => (
          <>
            {cut && <p className="mb-3 text-sm text-muted">{messages.cut}</p>}
            {text === '' ? (
              <p className="text-muted">{messages.empty}</p>
            ) : (
              <pre
                // Scrolled by the keyboard too.
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                tabIndex={0}
                aria-label={path}
                className="max-h-[70vh] overflow-y-auto rounded-block border-2 border-line bg-surface p-4 text-sm wrap-anywhere whitespace-pre-wrap"
              >
                {text}
              </pre>
            )}
          </>
        )}
      </QueryBoundary>
    </>
  );
}
