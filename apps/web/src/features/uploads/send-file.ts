import type { RealmFile } from '@realmkeep/contract';
import { api } from '../../api/api.ts';
import { discardUpload, forgetUpload, isRefused, uploadPieces } from './upload-pieces.ts';

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
export async function sendFile({ onProgress, signal, ...sending }: Sending): Promise<RealmFile> {
  const { realmId, file, path } = sending;
  const params = { id: realmId };
  // There is no upload of nothing.
  if (file.size === 0) return api.realmFileSave({ params, query: { path }, bytes: new Uint8Array() });
  const sent = uploadOf(sending);
  try {
    const uploadId = await uploadPieces({ ...sent, onProgress, onWaiting: () => undefined, signal });
    const made = await api.realmUploadFinish({ params, body: { uploadId, replace: false } });
    forgetUpload(sent);
    return made;
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
