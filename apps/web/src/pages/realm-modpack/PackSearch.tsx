import { addonPageSize } from '@realmkeep/contract/addon-rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { api } from '../../api/api.ts';
import { FoundProject } from '../../features/realm/FoundProject.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Pager } from '../../shared/Pager.tsx';
import { paths } from '../../shared/paths.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { SearchField } from '../../shared/SearchField.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { loaderNames } from './loader-names.ts';

export interface Sought {
  q: string;
  /** From 0. */
  page: number;
}

interface Props {
  sought: Sought;
  onSeek: (sought: Sought) => void;
}

/** The modpacks that Modrinth has for servers. */
export function PackSearch({ sought: { q, page }, onSeek }: Props) {
  const { choose: messages } = useMessages('modpacks');
  const { search } = useMessages('addons');
  const seek = useCallback((text: string) => onSeek({ q: text, page: 0 }), [onSeek]);
  const query = useQuery({
    queryKey: ['modpacks', q, page],
    queryFn: ({ signal }) => api.modpackSearch({ query: { q, page }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <StepHeading>{messages.title}</StepHeading>
      <p className="mb-4 text-muted">{messages.lead}</p>
      <SearchField label={search.label} hint={search.hint} q={q} onSearch={seek} />
      <QueryBoundary query={query} skeleton={<Skeleton className="mt-4 h-80" />} level={3}>
        {({ items, total }) => (
          <>
            {items.length === 0 && (
              <p role="status" className="mt-4">
                {search.none}
              </p>
            )}
            <ul
              className={`mt-2 flex flex-col divide-y-2 divide-line ${query.isPlaceholderData ? 'opacity-55' : ''}`}
              aria-busy={query.isPlaceholderData}
            >
              {items.map(({ loaders, ...project }) => (
                <FoundProject key={project.id} project={project}>
                  {loaders.includes('fabric') ? (
                    <Link
                      {...paths.modpack(project.id)}
                      className={buttonClass('plain')}
                      aria-label={messages.of(project.title)}
                    >
                      {messages.action}
                    </Link>
                  ) : (
                    <p className="max-w-48 text-sm font-semibold text-muted">
                      {loaders.length > 0 ? messages.notHere(loaderNames(loaders)) : messages.needsOther}
                    </p>
                  )}
                </FoundProject>
              ))}
            </ul>
            <Pager page={page} total={total} size={addonPageSize} onPage={(next) => onSeek({ q, page: next })} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}
