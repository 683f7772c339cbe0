import type { UploadPurpose } from '@realmkeep/contract';
import { routes } from '@realmkeep/contract/routes';
import { ApiError } from '@realmkeep/contract/client';
import { api } from '../../api/api.ts';
import { refusesSession } from '../../session/refuses-session.ts';

const pieceBytes = routes.uploadAppend.bytes;
const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;
/** The prefix of local storage keys that record which upload a file belongs to, so that it can continue after the page was left. */
const notePrefix = 'upload ';

interface Sent {
  file: File;
  purpose: UploadPurpose;
}

interface Sending extends Sent {
  /** How many bytes have arrived. */
  onProgress: (bytes: number) => void;
  /** That it waits for the connection, or goes on. */
  onWaiting: (waiting: boolean) => void;
  signal: AbortSignal;
}

/**
 * Sends a file piece by piece. After an interruption of any length, and if the same file is sent again later, it continues after the last
 * piece. The caller finishes by `forgetUpload` or `discardUpload`.
 * @returns the complete upload's id, for the call that uses it
 * @throws ApiError; the signal's reason
 */
export async function uploadPieces({ onProgress, onWaiting, signal, ...sent }: Sending): Promise<string> {
  const { file } = sent;
  const waiting = { onWaiting, signal };
  const { id, received } = await patiently(async () => (await noted(sent)) ?? (await begin(sent)), waiting);
  localStorage.setItem(noteOf(sent), id);
  let offset = received;
  while (offset < file.size) {
    onProgress(offset);
    offset = await patiently(() => append(id, file, offset, signal), { ...waiting, isPassing: mayPass });
  }
  onProgress(offset);
  return id;
}

interface Waiting extends Pick<Sending, 'onWaiting' | 'signal'> {
  /** After which errors it is repeated: by default where no answer came. */
  isPassing?: (error: unknown) => boolean;
}

/** Repeats a call over breaks of the connection. @throws ApiError; the signal's reason */
export async function patiently<Answer>(
  call: () => Promise<Answer>,
  { onWaiting, signal, isPassing = isUnanswered }: Waiting,
): Promise<Answer> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      const answer = await call();
      onWaiting(false);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      onWaiting(true);
      await pause(pauseMs, signal);
    }
  }
}

/** @returns how many bytes have arrived, which may be more than were known of */
async function append(id: string, file: File, offset: number, signal: AbortSignal): Promise<number> {
  const bytes = file.slice(offset, offset + pieceBytes);
  try {
    return (await api.uploadAppend({ params: { id }, query: { offset }, bytes, signal })).received;
  } catch (error) {
    const arrived =
      error instanceof ApiError && error.code === 'upload_offset' ? Number(error.params['offset']) : offset;
    if (arrived === offset) throw error;
    return arrived;
  }
}

/** The upload has been used. */
export function forgetUpload(sent: Sent): void {
  localStorage.removeItem(noteOf(sent));
}

/** Notes that this file is what an upload was begun with, perhaps in another browser: it goes on from there. */
export function adoptUpload(sent: Sent, id: string): void {
  localStorage.setItem(noteOf(sent), id);
}

/** Discards what has arrived, as it is no longer wanted. */
export async function discardUpload(sent: Sent): Promise<void> {
  await cancel(noteOf(sent));
}

function noteOf({ file, purpose }: Sent): string {
  return notePrefix + JSON.stringify([purpose, file.name, file.size, file.lastModified]);
}

async function noted(sent: Sent): Promise<{ id: string; received: number } | null> {
  const id = localStorage.getItem(noteOf(sent));
  if (id === null) return null;
  return api.uploadStatus({ params: { id } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'upload_unknown') return null;
    throw error;
  });
}

/** Worlds that this browser never finished to upload make room for another: they are shown nowhere. */
async function begin({ file, purpose }: Sent): Promise<{ id: string; received: number }> {
  const body = { name: file.name.slice(-255), size: file.size, purpose };
  try {
    return await api.uploadStart({ body });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'upload_limit') || purpose.kind !== 'MAP') throw error;
  }
  const notes = Object.keys(localStorage).filter((note) => note.startsWith(`${notePrefix}[{"kind":"MAP"`));
  for (const note of notes) await cancel(note);
  return api.uploadStart({ body });
}

async function cancel(note: string): Promise<void> {
  const id = localStorage.getItem(note);
  localStorage.removeItem(note);
  if (id !== null) await api.uploadCancel({ params: { id } }).catch(() => undefined);
}

const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.type === 'network';

/** Whether a piece may well succeed a little later. A full disk may stay so for hours. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.code !== 'disk_full' &&
    (error.type !== 'client' || error.code === 'rate_limited' || error.code === 'upload_offset')
  );
}

/** Whether what has arrived is of no use any more; not so where there was no room, or nobody was logged in. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && !mayPass(error) && error.code !== 'disk_full' && !refusesSession(error);
}

/** Until then, or until there is a connection again. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = new AbortController();
  const timer = setTimeout(resolve, ms);
  addEventListener('online', () => resolve(), { signal: ended.signal });
  signal.addEventListener('abort', () => resolve(), { signal: ended.signal });
  await promise;
  clearTimeout(timer);
  ended.abort();
  signal.throwIfAborted();
}
