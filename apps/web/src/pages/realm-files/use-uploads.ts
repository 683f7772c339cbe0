import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../i18n/error-text.ts';
import { usePageText } from '../../i18n/use-page-text.ts';
import { keys } from '../../session/query-keys.ts';
import { joinPath } from './file-words.ts';
import { cancelled, sendFile } from './send-file.ts';

export interface UploadItem {
  key: number;
  path: string;
  size: number;
  sent: number;
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  /** Why it failed. */
  problem: string | null;
}

interface Waiting {
  key: number;
  file: File;
  path: string;
}

/** What is being uploaded, one file after the other for as long as the page is there. */
export function useUploads(realmId: string) {
  const errors = usePageText('errors');
  const queries = useQueryClient();
  const [items, setItems] = useState<UploadItem[]>([]);
  const waiting = useRef<Waiting[]>([]);
  const current = useRef<{ key: number; abort: AbortController } | null>(null);
  const nextKey = useRef(0);

  // Whoever leaves the page leaves what has arrived.
  useEffect(
    () => () => {
      waiting.current = [];
      current.current?.abort.abort();
    },
    [],
  );

  const change = (key: number, part: Partial<UploadItem>) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...part } : item)));

  async function sendAll(): Promise<void> {
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { key, file, path } = next;
      const abort = new AbortController();
      current.current = { key, abort };
      change(key, { state: 'sending' });
      try {
        const onProgress = (sent: number) => change(key, { sent });
        await sendFile({ realmId, file, path, onProgress, signal: abort.signal });
        change(key, { state: 'done', sent: file.size });
      } catch (fault) {
        change(
          key,
          abort.signal.aborted ? { state: 'cancelled' } : { state: 'failed', problem: errorText(errors, fault) },
        );
      }
      void queries.invalidateQueries({ queryKey: keys.realmFiles(realmId) });
    }
    current.current = null;
  }

  return {
    items,
    isBusy: items.some(({ state }) => state === 'waiting' || state === 'sending'),
    add(files: readonly File[], folder: string) {
      const more = files.map((file) => ({ key: nextKey.current++, file, path: joinPath(folder, file.name) }));
      waiting.current.push(...more);
      setItems((before) => [
        ...before,
        ...more.map(({ key, file, path }) => ({
          key,
          path,
          size: file.size,
          sent: 0,
          state: 'waiting' as const,
          problem: null,
        })),
      ]);
      if (current.current === null) void sendAll();
    },
    cancel(key: number) {
      waiting.current = waiting.current.filter((item) => item.key !== key);
      if (current.current?.key === key) current.current.abort.abort(cancelled);
      else change(key, { state: 'cancelled' });
    },
    clear: () => setItems((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}
