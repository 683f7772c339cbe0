import { z } from 'zod';
import type { EndpointName } from './routes.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { NewFilePath } from './realm-files.ts';
import { oneLine } from './texts.ts';

/** What a file is uploaded for. Once it is complete, a separate call uses it. */
export const UploadPurpose = z.union([
  z.object({ kind: z.literal('MAP') }),
  /** Its path among a realm's files: `realmUploadFinish`. */
  z.object({ kind: z.literal('FILE'), realmId: z.uuid().toLowerCase(), path: NewFilePath }),
]);
export type UploadPurpose = z.infer<typeof UploadPurpose>;

export const UploadStartBody = z.object({
  /** The original file name, for display. */
  name: z.string().trim().min(1).max(255).regex(oneLine),
  /** In bytes. */
  size: z.int().min(1).max(0x7fff_ffff),
  purpose: UploadPurpose,
});

/** The offset of the piece: the number of bytes before it. */
export const UploadAppendQuery = z.object({ offset: z.coerce.number().int().min(0).max(0x7fff_ffff) });

export const Upload = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.int(),
  /** How many bytes have arrived, from the first on. */
  received: z.int(),
  purpose: UploadPurpose,
  /** When it is discarded, however much has arrived. */
  expires: z.iso.datetime(),
});
export type Upload = z.infer<typeof Upload>;

/** A file being uploaded to a realm, or one uploaded within the last day. */
export const RealmUpload = z.object({
  id: z.uuid(),
  /** Where it goes among the realm's files. */
  path: z.string(),
  size: z.int(),
  received: z.int(),
  /** Who uploads it: only they can resume or discard it. */
  userId: z.uuid(),
  by: z.string(),
  /** Null until it is among the realm's files. */
  finished: z.iso.datetime().nullable(),
  expires: z.iso.datetime(),
});
export type RealmUpload = z.infer<typeof RealmUpload>;

export const uploadEndpoints = {
  realmUploads: {
    summary: 'The latest hundred files uploaded to a realm within a day, or being uploaded',
    response: z.object({ uploads: z.array(RealmUpload) }),
    errors: ['realm_unknown'],
  },
  uploadStart: {
    summary: 'Start uploading a file in pieces',
    body: UploadStartBody,
    response: Upload,
    status: 201,
    errors: [
      'upload_limit',
      'upload_too_large',
      'realm_create_forbidden',
      'realm_map_limit',
      'realm_unknown',
      'file_quota',
      'disk_full',
    ],
  },
  uploadAppend: {
    summary: 'Upload the next piece of a file, exactly where the last one ended',
    query: UploadAppendQuery,
    response: Upload,
    errors: ['upload_unknown', 'upload_offset', 'upload_too_large', 'disk_full'],
  },
  uploadStatus: {
    summary: 'How much of a file has arrived, to resume from there',
    response: Upload,
    errors: ['upload_unknown'],
  },
  uploadCancel: {
    summary: 'Discard an upload',
    response: z.null(),
    errors: ['upload_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
