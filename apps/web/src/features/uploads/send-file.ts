import type { RealmFile } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { api } from '../../api/api.ts';
import { discardUpload, forgetUpload, isPassing, uploadPieces } from './upload-pieces.ts';

interface Sending {
  realmId: string;
  file: File;
  path: string;
  /** How many bytes have arrived. */
  onProgress: (bytes: number) => void;
  /** Stops it. What has arrived stays, unless the reason is `cancelled`, and the same file goes on from there. */
  signal: AbortSignal;
}

export const cancelled = 'cancelled';

/** Sends a file to a place where nothing is yet, over breaks of the connection. @throws ApiError; the signal's reason */
export async function sendFile({ realmId, file, path, onProgress, signal }: Sending): Promise<RealmFile> {
  const params = { id: realmId };
  // There is no upload of nothing.
  if (file.size === 0) return api.realmFileSave({ params, query: { path }, bytes: new Uint8Array() });
  const sent = { file, purpose: { kind: 'FILE' as const, realmId, path } };
  try {
    const uploadId = await uploadPieces({ ...sent, onProgress, onWaiting: () => undefined, signal });
    const made = await api.realmUploadFinish({ params, body: { uploadId, replace: false } });
    forgetUpload(sent);
    return made;
  } catch (error) {
    const isRefused = error instanceof ApiError && !isPassing(error);
    if (isRefused || signal.reason === cancelled) await discardUpload(sent);
    throw error;
  }
}
