import { ApiError } from '@realmkeep/contract/client';
import { api } from '../../api/api.ts';
import { discardUpload, forgetUpload, isRefused, patiently, uploadPieces } from './upload-pieces.ts';

interface Sent {
  realmId: string;
  file: File;
  path: string;
}

interface Sending extends Sent {
  /** How many bytes have arrived. */
  onProgress: (bytes: number) => void;
  /** Stops it. What has arrived stays, unless the reason is `cancelled`, and the same file goes on from there. */
  signal: AbortSignal;
}

export const cancelled = 'cancelled';

/** Sends a file to a place where nothing is yet, over breaks of the connection. @throws ApiError; the signal's reason */
export async function sendFile({ onProgress, signal, ...sending }: Sending): Promise<void> {
  const { realmId, file, path } = sending;
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
        await api.realmUploadFinish({ params, body: { uploadId, replace: false } });
      } catch (error) {
        // It was used by the call before, whose answer has not arrived.
        if (isRepeated && error instanceof ApiError && error.code === 'upload_unknown') return;
        isRepeated = true;
        throw error;
      }
    }, waiting);
    forgetUpload(sent);
  } catch (error) {
    if (isRefused(error) || signal.reason === cancelled) await discardUpload(sent);
    throw error;
  }
}

/** Discards what has arrived of a file that is not being sent now. */
export function discardFile(sent: Sent): Promise<void> {
  return discardUpload(uploadOf(sent));
}

function uploadOf({ realmId, file, path }: Sent) {
  return { file, purpose: { kind: 'FILE' as const, realmId, path } };
}
