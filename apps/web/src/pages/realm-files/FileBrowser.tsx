import type { RealmFolder } from '@realmkeep/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useRef, useEffect } from 'react';
import { ApiError } from '@realmkeep/contract/client';
import { errorMessage } from '@realmkeep/contract/error-codes';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { UploadsCard } from '../../features/uploads/UploadsCard.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { filesQuery, filesWorkQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFileDrop } from '../../features/uploads/use-file-drop.ts';
import type { useUploads } from '../../features/uploads/use-uploads.ts';
import { api } from '../../api/api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { keys } from '../../api/query-keys.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { FolderView } from './FolderView.tsx';
import { useFileCall } from './use-file-call.ts';

interface Props {
  realmId: string;
  path: string;
}

interface BrowserProps extends Props {
  uploads: ReturnType<typeof useUploads>;
}

/** One folder, with the way to it, what fills the realm's space, and what is being uploaded. */
export function FileBrowser({ realmId, path, uploads }: BrowserProps) {
  const messages = useMessages('files');
  const online = useOnline();
  const query = useQuery(filesQuery(realmId, path));
  const input = useRef<HTMLInputElement>(null);

  function add(files: readonly File[]): void {
    if (!query.data || files.length === 0) return;
    const { usage, limits, entries } = query.data;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (usage.bytes + bytes > limits.bytes) return showToast('error', messages.noRoom);
    const present = files.filter(({ name }) => entries.some((entry) => entry.name === name));
    uploads.add(
      files.filter((file) => !present.includes(file)),
      path,
    );
    if (present.length > 0) showToast('error', messages.alreadyThere(present.map(({ name }) => name).join(', ')));
  }

  const drop = useFileDrop(path === '' ? messages.rootHint : null, add);

  return (
    <div {...drop.zone}>
      <Crumbs realmId={realmId} path={path} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={messages.upload}
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Card className={drop.isOver ? 'border-spruce bg-sunk' : ''}>
        <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
          {(folder) => (
            <>
              <FolderView key={path} realmId={realmId} path={path} folder={folder}>
                <Button variant="primary" disabled={path === '' || !online} onAction={() => input.current?.click()}>
                  {messages.upload}
                </Button>
              </FolderView>
              <Usage {...folder} />
            </>
          )}
        </QueryBoundary>
      </Card>
      <WorkCard realmId={realmId} />
      <UploadsCard uploads={uploads} className="mt-5" />
    </div>
  );
}

function Crumbs({ realmId, path }: Props) {
  const messages = useMessages('files');
  const names = path === '' ? [] : path.split('/');
  return (
    <nav aria-label={messages.way} className="mb-3 flex flex-wrap items-center gap-x-2">
      {['', ...names].map((name, index) => {
        const to = names.slice(0, index).join('/');
        return (
          <Fragment key={to}>
            {index > 0 && <span aria-hidden>/</span>}
            <Link
              {...paths.realmFiles(realmId, to)}
              activeOptions={{ exact: true, includeSearch: true }}
              className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-spruce hover:underline aria-[current]:text-ink"
            >
              {index === 0 ? messages.root : name}
            </Link>
          </Fragment>
        );
      })}
    </nav>
  );
}

function Usage({ usage, limits }: RealmFolder) {
  const { usage: messages } = useMessages('files');
  const { format } = useI18n();
  const sizeText = useSizeText();
  return (
    <div className="mt-4 text-sm text-muted">
      <Meter label={messages.label} max={limits.bytes} value={Math.min(usage.bytes, limits.bytes)} />
      <p className="mt-2">
        {messages.bytes(sizeText(usage.bytes), sizeText(limits.bytes))}{' '}
        {messages.files(format.number(usage.files), format.number(limits.files))}
      </p>
    </div>
  );
}

/** The archive that is made or unpacked, or what became of the last one. */
function WorkCard({ realmId }: { realmId: string }) {
  const { archive: messages } = useMessages('files');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const sizeText = useSizeText();
  const { data: work } = useQuery(filesWorkQuery(realmId));
  const state = work?.state;
  const ending = useFileCall(realmId, async () => {
    await api.realmFilesWorkCancel({ params: { id: realmId } });
    await queries.invalidateQueries({ queryKey: keys.filesWork(realmId) });
  });

  // What it has made is to be seen.
  useEffect(() => {
    if (state === 'DONE') void queries.invalidateQueries({ queryKey: keys.realmFiles(realmId) });
  }, [state, queries, realmId]);

  if (!work) return null;
  const title = work.kind === 'ARCHIVE' ? messages.packing(work.path) : messages.unpacking(work.path);
  const goesOn = work.state === 'RUNNING' || work.state === 'WAITING';
  const problem =
    work.error === null ? messages.fault : errorText(errors, new ApiError(errorMessage(work.error), 409, work.error));
  return (
    <Card className="mt-5" aria-label={title}>
      <h2 className="mb-2 text-lg wrap-anywhere">{title}</h2>
      <ProgressBar busy={goesOn} label={title} />
      <p className="mt-2 text-sm text-muted">
        <span role="status">{messages.states[work.state]}</span> {work.state === 'RUNNING' && sizeText(work.bytes)}
      </p>
      {work.state === 'FAILED' && <p className="text-sm text-brick">{problem}</p>}
      <Button className="mt-3" disabled={ending.isPending} onAction={() => ending.mutate(undefined)}>
        {goesOn ? messages.cancel : messages.close}
      </Button>
    </Card>
  );
}
