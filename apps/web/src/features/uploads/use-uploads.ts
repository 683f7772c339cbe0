import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { cancelled, discardFile, isTaken, sendFile } from './send-file.ts';

export interface UploadItem {
  key: number;
  path: string;
  size: number;
  sent: number;
  state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'cancelled';
  /** Why it failed. */
  problem: string | null;
  /** Whether it can replace what is in its place. */
  mayReplace: boolean;
}

interface Chosen {
  key: number;
  file: File;
  path: string;
  replace: boolean;
}

const paused = 'paused';

/** Uploads files one after the other while the page is open. */
export function useUploads(realmId: string) {
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const [items, setItems] = useState<UploadItem[]>([]);
  const chosen = useRef(new Map<number, Chosen>());
  const waiting = useRef<Chosen[]>([]);
  const current = useRef<{ key: number; abort: AbortController } | null>(null);
  const nextKey = useRef(0);

  // What has arrived stays when the page is left.
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
      const { key, file, path, replace } = next;
      const abort = new AbortController();
      current.current = { key, abort };
      change(key, { state: 'sending' });
      try {
        const onProgress = (sent: number) => change(key, { sent });
        await sendFile({ realmId, file, path, replace, onProgress, signal: abort.signal });
        change(key, { state: 'done', sent: file.size });
      } catch (error) {
        if (abort.signal.reason === paused) change(key, { state: 'paused' });
        else if (abort.signal.aborted) change(key, { state: 'cancelled' });
        else {
          // An empty file has no upload that waits.
          const mayReplace = isTaken(error) && file.size > 0;
          change(key, { state: 'failed', problem: errorText(errors, error), mayReplace });
          showToast('error', errorText(errors, error));
        }
      }
      void queries.invalidateQueries({ queryKey: keys.realmFiles(realmId) });
      void queries.invalidateQueries({ queryKey: keys.realmUploads(realmId) });
    }
    current.current = null;
  }

  async function discard({ file, path }: Chosen): Promise<void> {
    await discardFile({ realmId, file, path });
    await queries.invalidateQueries({ queryKey: keys.realmUploads(realmId) });
  }

  return {
    items,
    isBusy: items.some(({ state }) => state === 'waiting' || state === 'sending'),
    /** @param folder that they go into */
    add(files: readonly File[], folder: string) {
      const more = files.map((file) => ({
        key: nextKey.current++,
        file,
        path: `${folder}/${file.name}`,
        replace: false,
      }));
      for (const one of more) chosen.current.set(one.key, one);
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
          mayReplace: false,
        })),
      ]);
      if (current.current === null) void sendAll();
    },
    /** Discards what has arrived of it. */
    cancel(key: number) {
      waiting.current = waiting.current.filter((item) => item.key !== key);
      if (current.current?.key === key) return current.current.abort.abort(cancelled);
      change(key, { state: 'cancelled' });
      const one = chosen.current.get(key);
      if (one !== undefined) void discard(one);
    },
    /** What has arrived of it stays. */
    pause(key: number) {
      waiting.current = waiting.current.filter((item) => item.key !== key);
      if (current.current?.key === key) return current.current.abort.abort(paused);
      change(key, { state: 'paused' });
    },
    /** @param replace what is in its place */
    goOn(key: number, replace = false) {
      const one = chosen.current.get(key);
      if (one === undefined) return;
      waiting.current.push({ ...one, replace });
      change(key, { state: 'waiting', problem: null, mayReplace: false });
      if (current.current === null) void sendAll();
    },
    clear: () => setItems((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}
