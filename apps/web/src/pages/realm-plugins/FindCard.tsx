import type { RealmAddons } from '@realmkeep/contract';
import { type AddonKind, addonPageSize } from '@realmkeep/contract/addon-rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api } from '../../api/api.ts';
import { FoundProject } from '../../features/realm/FoundProject.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Pager } from '../../shared/Pager.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { SearchField } from '../../shared/SearchField.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { addonsKey } from './addons-key.ts';
import { useAddonCall } from './use-addon-call.ts';

interface Props {
  realmId: string;
  kind: AddonKind;
  data: RealmAddons;
  /** Whether nothing can be changed now. */
  locked: boolean;
}

/** What Modrinth has for the server. */
export function FindCard({ realmId, kind, data, locked }: Props) {
  const { search: messages, of: labelOf } = useMessages('addons');
  const { kernels } = useMessages('subscription');
  const online = useOnline();
  const [{ q, page }, setPart] = useState({ q: '', page: 0 });
  const search = useCallback((text: string) => setPart({ q: text, page: 0 }), []);
  const params = { id: realmId };
  const query = useQuery({
    queryKey: [...addonsKey(realmId), 'found', data.kernel, data.version, kind, q, page],
    queryFn: ({ signal }) => api.realmAddonSearch({ params, query: { kind, q, page }, signal }),
    placeholderData: keepPreviousData,
  });
  const install = useAddonCall(realmId, (projectId: string) =>
    api.realmAddonInstall({ params, body: { kind, projectId } }),
  );
  const disabled = locked || !online || install.isPending || data.order?.state === 'RUNNING';
  const installed = new Set(data.addons.flatMap((addon) => (addon.kind === kind ? (addon.project?.id ?? []) : [])));

  return (
    <TitledCard id="addons-find" title={messages.title} gap="mb-1">
      <p className="mb-4 text-muted">{messages.fits(`${kernels[data.kernel]} ${data.version}`)}</p>
      <SearchField label={messages.label} hint={messages.hint} q={q} onSearch={search} />
      <QueryBoundary query={query} skeleton={<Skeleton className="mt-4 h-80" />} level={3}>
        {({ items, total }) => (
          <>
            {items.length === 0 && (
              <p role="status" className="mt-4">
                {messages.none}
              </p>
            )}
            <ul
              className={`mt-2 flex flex-col divide-y-2 divide-line ${query.isPlaceholderData ? 'opacity-55' : ''}`}
              aria-busy={query.isPlaceholderData}
            >
              {items.map((project) => (
                <FoundProject key={project.id} project={project}>
                  {installed.has(project.id) ? (
                    <p className="font-semibold text-muted">{messages.installed}</p>
                  ) : (
                    <Button
                      disabled={disabled}
                      aria-label={labelOf(messages.install, project.title)}
                      onAction={() => install.mutate(project.id)}
                    >
                      {messages.install}
                    </Button>
                  )}
                </FoundProject>
              ))}
            </ul>
            <Pager page={page} total={total} size={addonPageSize} onPage={(next) => setPart({ q, page: next })} />
          </>
        )}
      </QueryBoundary>
    </TitledCard>
  );
}
