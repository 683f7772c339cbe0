import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** What one log says: its end, where it is long. */
export function LogText({ realmId, path }: { realmId: string; path: string }) {
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
