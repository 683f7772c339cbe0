import type { RealmFile, RealmFilesWork, RealmFolder } from '@realmkeep/contract';
import { maxFilesAtOnce } from '@realmkeep/contract/file-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { regionalLocale } from '../../i18n/locale.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { type FileOrder, joinPath, sortFiles, splitPath } from './file-text.ts';
import { FileTable } from './FileTable.tsx';
import { NameDialog } from './NameDialog.tsx';
import { useFileCall } from './use-file-call.ts';

interface Props {
  realmId: string;
  path: string;
  folder: RealmFolder;
  /** Stands before the other buttons. */
  children: ReactNode;
}

type Asking = 'folder' | 'file' | 'rename' | 'move' | 'archive' | 'extract' | 'remove';

/** As many rows as are shown at once, and chosen at once. */
const pageSize = maxFilesAtOnce;
/** What can be unpacked, by its end. */
const archiveName = /\.(zip|tar\.gz|tgz)$/i;
const maxEditedBytes = 1024 * 1024;

/** What a folder holds, and what can be done with it. */
export function FolderView({ realmId, path, folder, children }: Props) {
  const messages = useMessages('files');
  const { language } = useI18n();
  const online = useOnline();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [order, setOrder] = useState<{ by: FileOrder; down: boolean }>({ by: 'name', down: false });
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Asking | null>(null);
  const entries = useDeferredValue(folder.entries);
  const sorted = useMemo(
    () => sortFiles(entries, order.by, order.down, regionalLocale(language, navigator.languages)),
    [entries, order, language],
  );
  const lastPage = Math.max(0, Math.ceil(sorted.length / pageSize) - 1);
  const shownPage = Math.min(page, lastPage);
  const shown = sorted.slice(shownPage * pageSize, (shownPage + 1) * pageSize);
  const selected = shown.filter(({ name }) => chosen.has(name));
  const [one] = selected.length === 1 ? selected : [];
  const params = { id: realmId };

  const close = () => setAsking(null);
  const done = () => {
    close();
    setChosen(new Set());
  };
  const removing = useFileCall(
    realmId,
    () => api.realmFilesRemove({ params, body: { paths: selected.map(({ name }) => joinPath(path, name)) } }),
    done,
  );
  const downloading = useFileCall(realmId, async (file: RealmFile) => {
    const { url } = await api.realmFileLink({ params, body: { path: joinPath(path, file.name) } });
    const link = document.createElement('a');
    link.href = url;
    link.download = file.name;
    link.click();
  });
  const move = async (pairs: { from: string; to: string }[]) => {
    await api.realmFilesMove({ params, body: { moves: pairs } });
    done();
  };

  const begin = async (call: () => Promise<RealmFilesWork>) => {
    queries.setQueryData(keys.filesWork(realmId), await call());
    done();
  };

  function open(file: RealmFile): void {
    const at = joinPath(path, file.name);
    if (file.kind === 'folder') void navigate(paths.realmFiles(realmId, at));
    else if (file.bytes <= maxEditedBytes) void navigate(paths.realmFile(realmId, at));
    else downloading.mutate(file);
  }

  const canChange = path !== '' && online;
  const actions = (
    <div className="mb-3 flex flex-wrap gap-2">
      {children}
      <Button disabled={!canChange} onAction={() => setAsking('folder')}>
        {messages.newFolder}
      </Button>
      <Button disabled={!canChange} onAction={() => setAsking('file')}>
        {messages.newFile}
      </Button>
      {selected.length > 0 && (
        <>
          <Button disabled={one?.kind !== 'file' || !online} onAction={() => one && downloading.mutate(one)}>
            {messages.download}
          </Button>
          <Button disabled={!one || !online} onAction={() => setAsking('rename')}>
            {messages.rename}
          </Button>
          <Button disabled={!online} onAction={() => setAsking('move')}>
            {messages.move}
          </Button>
          <Button disabled={!online} onAction={() => setAsking('archive')}>
            {messages.archive.button}
          </Button>
          {one?.kind === 'file' && archiveName.test(one.name) && (
            <Button disabled={!online} onAction={() => setAsking('extract')}>
              {messages.archive.extract}
            </Button>
          )}
          <Button variant="danger" disabled={!online} onAction={() => setAsking('remove')}>
            {messages.remove.button}
          </Button>
        </>
      )}
    </div>
  );

  return (
    <>
      {path === '' ? <p className="mb-2 text-sm text-muted">{messages.rootHint}</p> : actions}
      {path === 'world' || path.startsWith('world/') ? (
        <p className="mb-2 text-sm text-muted">{messages.worldHint}</p>
      ) : null}
      <p aria-live="polite" className="text-sm text-muted">
        {selected.length > 0 ? messages.selected(selected.length) : ''}
      </p>
      {sorted.length === 0 ? (
        <p className="py-10 text-center text-muted">{messages.empty}</p>
      ) : (
        <FileTable
          files={shown}
          order={order.by}
          down={order.down}
          onOrder={(by) => setOrder((before) => ({ by, down: before.by === by && !before.down }))}
          selected={chosen}
          canSelect={path !== ''}
          onSelect={(names, isSelected) => {
            const next = new Set(chosen);
            for (const name of names) {
              if (isSelected) next.add(name);
              else next.delete(name);
            }
            setChosen(next);
          }}
          onOpen={open}
        />
      )}
      {folder.cut && <p className="mt-3 text-sm text-muted">{messages.cut(folder.entries.length)}</p>}
      <Pager
        page={shownPage}
        total={sorted.length}
        size={pageSize}
        onPage={(next) => {
          setPage(next);
          setChosen(new Set());
        }}
      />
      {asking === 'folder' && (
        <NameDialog
          realmId={realmId}
          title={messages.newFolder}
          name=""
          call={(name) => api.realmFolderCreate({ params, body: { path: joinPath(path, name) } })}
          onClose={close}
        />
      )}
      {asking === 'file' && (
        <NameDialog
          realmId={realmId}
          title={messages.newFile}
          name=""
          call={async (name) => {
            const at = joinPath(path, name);
            await api.realmFileSave({ params, query: { path: at }, bytes: new Uint8Array() });
            await navigate(paths.realmFile(realmId, at));
          }}
          onClose={close}
        />
      )}
      {asking === 'rename' && one && (
        <NameDialog
          realmId={realmId}
          title={messages.rename}
          name={one.name}
          call={(name) => move([{ from: joinPath(path, one.name), to: joinPath(path, name) }])}
          onClose={close}
        />
      )}
      {asking === 'move' && (
        <NameDialog
          realmId={realmId}
          title={messages.moveTitle(selected.length)}
          name={path}
          isPath
          call={(to) => move(selected.map(({ name }) => ({ from: joinPath(path, name), to: joinPath(to, name) })))}
          onClose={close}
        />
      )}
      {asking === 'archive' && (
        <NameDialog
          realmId={realmId}
          title={messages.archive.title(selected.length)}
          name={`${one?.name ?? splitPath(path).name}.zip`}
          call={(name) => {
            const names = selected.map((file) => file.name);
            return begin(() => api.realmFilesArchive({ params, body: { folder: path, names, name } }));
          }}
          onClose={close}
        />
      )}
      {asking === 'extract' && one && (
        <NameDialog
          realmId={realmId}
          title={messages.archive.extractTitle(one.name)}
          name={one.name.replace(archiveName, '')}
          call={(name) => {
            const body = { path: joinPath(path, one.name), into: joinPath(path, name) };
            return begin(() => api.realmFilesExtract({ params, body }));
          }}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={messages.remove.title(selected.length)}
          text={messages.remove.text(
            selected
              .map(({ name }) => name)
              .slice(0, 10)
              .join(', '),
          )}
          action={messages.remove.button}
          cancel={messages.remove.cancel}
          busy={removing.isPending}
          disabled={!online}
          onConfirm={() => removing.mutate(undefined)}
          onClose={close}
        />
      )}
    </>
  );
}
