import type { RealmFolder } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DragEvent, Fragment, useRef, useState } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { UploadsCard } from '../../features/uploads/UploadsCard.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { filesQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { FolderView } from './FolderView.tsx';
import { WorkCard } from './WorkCard.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';

interface Props {
  realmId: string;
  path: string;
}

/** One folder, with the way to it, what fills the realm's space, and what is being uploaded. */
export function FileBrowser({ realmId, path }: Props) {
  const messages = useMessages('files');
  const online = useOnline();
  const query = useQuery(filesQuery(realmId, path));
  const uploads = useUploads(realmId);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const canChange = path !== '' && online;

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

  const drop = (event: DragEvent<HTMLDivElement>) => {
    event.preventDefault();
    setOver(false);
    // A folder that is dropped comes as a file that cannot be read.
    const items = [...event.dataTransfer.items].filter((item) => item.webkitGetAsEntry()?.isFile);
    if (canChange) add(items.map((item) => item.getAsFile()).filter((file) => file !== null));
  };

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(canChange);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
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
      <Card className={isOver ? 'border-spruce bg-sunk' : ''}>
        <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
          {(folder) => (
            <>
              <FolderView key={path} realmId={realmId} path={path} folder={folder}>
                <Button variant="primary" disabled={!canChange} onAction={() => input.current?.click()}>
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
