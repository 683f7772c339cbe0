import type { RealmFile } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { api } from '../../api.ts';

const pieceBytes = 1024 * 1024;
const pauseMs = 2000;

interface Sending {
  realmId: string;
  file: File;
  path: string;
  replace: boolean;
  /** How many bytes have arrived. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/** Sends a file piece by piece, goes on after a break where the last one ended, and puts it in its place. @throws ApiError */
export async function sendFile({ realmId, file, path, replace, onProgress, signal }: Sending): Promise<RealmFile> {
  // The protocol knows no upload of nothing.
  if (file.size === 0) return api.realmFileSave({ params: { id: realmId }, query: { path }, bytes: new Uint8Array() });
  const purpose = { kind: 'FILE' as const, realmId, path };
  const { id } = await api.uploadStart({ body: { name: file.name.slice(0, 255), size: file.size, purpose }, signal });
  try {
    let offset = 0;
    while (offset < file.size) {
      offset = await sendPiece(id, file, offset, signal);
      onProgress(offset);
    }
    return await api.realmUploadFinish({ params: { id: realmId }, body: { uploadId: id, replace } });
  } catch (fault) {
    await api.uploadCancel({ params: { id } }).catch(() => undefined);
    throw fault;
  }
}

/** @returns how much is there then */
async function sendPiece(id: string, file: File, offset: number, signal: AbortSignal): Promise<number> {
  const bytes = file.slice(offset, offset + pieceBytes);
  try {
    return (await api.uploadAppend({ params: { id }, query: { offset }, bytes, signal })).received;
  } catch (fault) {
    if (!(fault instanceof ApiError) || signal.aborted) throw fault;
    if (fault.code === 'upload_offset') return Number(fault.params['offset']);
    const isPassing = fault.type === 'network' || fault.code === 'rate_limited' || fault.code === 'unavailable';
    if (!isPassing) throw fault;
    await pause(signal);
    return offset;
  }
}

/** Until the connection may be back. */
async function pause(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, pauseMs);
  addEventListener('online', () => resolve(), { once: true, signal });
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  signal.throwIfAborted();
}
