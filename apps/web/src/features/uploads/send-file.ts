import { ApiError } from '@realmkeep/contract/client';
import { api } from '../../api/api.ts';
import { discardUpload, forgetUpload, isRefused, patiently, uploadPieces } from './upload-pieces.ts';

interface Sent {
  realmId: string;
  file: File;
  path: string;
}

interface Sending extends Sent {
  /** Whether it may take the place of a file. */
  replace: boolean;
  /** How many bytes have arrived. */
  onProgress: (bytes: number) => void;
  /** Stops it. What has arrived stays, unless the reason is `cancelled`, and the same file goes on from there. */
  signal: AbortSignal;
}

export const cancelled = 'cancelled';

/** Sends a file to its place, over breaks of the connection. @throws ApiError; the signal's reason */
export async function sendFile({ onProgress, signal, ...sending }: Sending): Promise<void> {
  const { realmId, file, path, replace } = sending;
  const params = { id: realmId };
  // There is no upload of nothing.
  if (file.size === 0) {
    await api.realmFileSave({ params, query: { path }, bytes: new Uint8Array() });
    return;
  }
  const sent = uploadOf(sending);
  try {
    const waiting = { onWaiting: () => undefined, signal };
    const uploadId = await uploadPieces({ ...sent, ...waiting, onProgress });
    let isRepeated = false;
    await patiently(async () => {
      try {
        await api.realmUploadFinish({ params, body: { uploadId, replace } });
      } catch (error) {
        // It was used by the call before, whose answer has not arrived.
        if (isRepeated && error instanceof ApiError && error.code === 'upload_unknown') return;
        isRepeated = true;
        throw error;
      }
    }, waiting);
    forgetUpload(sent);
  } catch (error) {
    if ((isRefused(error) && !isTaken(error)) || signal.reason === cancelled) await discardUpload(sent);
    throw error;
  }
}

/** Whether a file that was sent whole finds another in its place: it waits to replace that. */
export function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'file_exists';
}

/** Discards what has arrived of a file that is not being sent now. */
export function discardFile(sent: Sent): Promise<void> {
  return discardUpload(uploadOf(sent));
}

function uploadOf({ realmId, file, path }: Sent) {
  return { file, purpose: { kind: 'FILE' as const, realmId, path } };
}
