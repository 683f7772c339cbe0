import type { FileText } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { fileTextQuery } from '../../api/queries.ts';
import { draftOf, dropDraft, keepDraft } from '../../features/drafts/drafts.ts';
import { keys } from '../../api/query-keys.ts';
import { sessionState } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import type { CodeEditor } from './code-editor.ts';
import { splitPath } from './file-text.ts';

const LeavingDialog = lazyPart(async () => (await import('../../features/leaving/LeavingDialog.tsx')).LeavingDialog);

interface Props {
  realmId: string;
  path: string;
}

/** A text file, to be changed and saved. */
export function FileEditor({ realmId, path }: Props) {
  const query = useQuery(fileTextQuery(realmId, path));
  const { editor: messages } = useMessages('files');
  const { folder, name } = splitPath(path);
  /** How often what was typed has been discarded. */
  const [reloads, setReloads] = useState(0);
  return (
    <>
      <Link {...paths.realmFiles(realmId, folder)} className={buttonClass('quiet', 'mb-3 px-0!')}>
        {messages.back}
      </Link>
      <h2 className="mb-3 text-lg wrap-anywhere">{name}</h2>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />} level={3}>
        {(file) => (
          <Editing
            key={`${path} ${file.version} ${reloads}`}
            realmId={realmId}
            path={path}
            file={file}
            onReload={() => void query.refetch().then(({ isSuccess }) => isSuccess && setReloads((count) => count + 1))}
          />
        )}
      </QueryBoundary>
    </>
  );
}

const isChangedMeanwhile = (error: unknown): boolean => error instanceof ApiError && error.code === 'file_changed';

function Editing({ realmId, path, file, onReload }: Props & { file: FileText; onReload: () => void }) {
  const { editor: messages } = useMessages('files');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const online = useOnline();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const draftName = `file ${realmId} ${path}`;
  const [kept] = useState(() => draftOf(draftName) as { text: string; version: string } | undefined);
  const version = useRef(kept?.version ?? file.version);
  /** The text as it is here: the editor is made anew in another language. */
  const typed = useRef(kept?.text ?? file.text);
  const [isChanged, setChanged] = useState(kept !== undefined);
  const [isReady, setReady] = useState(false);
  const { name } = splitPath(path);

  const saving = useMutation({
    mutationFn: async (text: string) => {
      const params = { id: realmId };
      const query = { path, version: version.current };
      try {
        const bytes = new TextEncoder().encode(text);
        version.current = (await api.realmFileSave({ params, query, bytes })).version;
      } catch (error) {
        if (!isChangedMeanwhile(error)) throw error;
        // It is this very text if the answer to an earlier attempt has been lost.
        const now = await api.realmFileText({ params, query: { path } });
        if (now.text !== text) throw error;
        version.current = now.version;
      }
      return text;
    },
    onSuccess: (text) => {
      showToast('success', messages.saved);
      void queries.invalidateQueries({ queryKey: keys.realmFiles(realmId) });
      if (editor.current?.text() !== text) return;
      typed.current = text;
      setChanged(false);
    },
    onError: (error) => showToast('error', errorText(errors, error)),
  });
  const isConflict = isChangedMeanwhile(saving.error);
  const save = () => {
    if (editor.current && online && !saving.isPending) saving.mutate(editor.current.text());
  };
  const saveNow = useRef(save);
  const unsaved = useRef(isChanged);
  useEffect(() => {
    saveNow.current = save;
    unsaved.current = isChanged;
  });

  useEffect(() => {
    let gone = false;
    const href = location.pathname + location.search;
    const options = {
      text: typed.current,
      name,
      label: messages.label(name),
      onChange: () => setChanged(true),
      onSave: () => saveNow.current(),
    };
    const load = async () => {
      const { createCodeEditor } = await import('./code-editor.ts');
      if (gone || !place.current) return;
      editor.current = createCodeEditor(place.current, options);
      setReady(true);
    };
    load().catch(() => showToast('error', messages.failed));
    dropDraft(draftName);
    return () => {
      gone = true;
      typed.current = editor.current?.text() ?? typed.current;
      const draft = { text: typed.current, version: version.current };
      if (unsaved.current && !sessionState.get().isLoggedIn) keepDraft(draftName, draft, href);
      editor.current?.destroy();
      editor.current = null;
    };
  }, [name, messages, draftName]);

  return (
    <>
      {isConflict && (
        <div className="mb-4">
          <Callout tone="warn" title={messages.conflict.title}>
            <p className="mb-3">{messages.conflict.text}</p>
            <Button onAction={onReload}>{messages.conflict.reload}</Button>
          </Callout>
        </div>
      )}
      <div ref={place} aria-busy={!isReady} className="h-[60dvh] min-h-64 border-2 border-line bg-surface" />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" disabled={!isReady || !isChanged || saving.isPending || !online} onAction={save}>
          {messages.save}
        </Button>
        <p aria-live="polite" className="text-sm text-muted">
          {isChanged ? messages.unsaved : ''}
        </p>
      </div>
      <Suspense>
        <LeavingDialog isBusy={isChanged} messages={messages.leave} />
      </Suspense>
    </>
  );
}
