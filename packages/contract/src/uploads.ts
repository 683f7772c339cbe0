import { z } from 'zod';
import { routes, type EndpointName } from './routes.ts';
import type { Endpoint } from './endpoint.ts';
import { NewFilePath } from './realm-files.ts';
import { oneLine } from './texts.ts';

/** What a file is uploaded for. What becomes of it is said by a call of its own once all of it is there. */
export const UploadPurpose = z.union([
  z.object({ kind: z.literal('MAP') }),
  /** Where it goes among a realm's files: `realmUploadFinish`. */
  z.object({ kind: z.literal('FILE'), realmId: z.uuid().toLowerCase(), path: NewFilePath }),
]);
export type UploadPurpose = z.infer<typeof UploadPurpose>;

export const UploadStartBody = z.object({
  /** The file's name where it comes from, for people. */
  name: z.string().trim().min(1).max(255).regex(oneLine),
  /** In bytes. */
  size: z.int().min(1).max(0x7fff_ffff),
  purpose: UploadPurpose,
});

/** Where the piece belongs: the bytes that have arrived before it. */
export const UploadAppendQuery = z.object({ offset: z.coerce.number().int().min(0).max(0x7fff_ffff) });

export const Upload = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.int(),
  /** The bytes that are here, from the first on. */
  received: z.int(),
  purpose: UploadPurpose,
  /** When it is thrown away, however much has arrived. */
  expires: z.iso.datetime(),
});
export type Upload = z.infer<typeof Upload>;

/** A file on its way into a realm's files, or one that has come within a day. */
export const RealmUpload = z.object({
  id: z.uuid(),
  /** Where it goes among the realm's files. */
  path: z.string(),
  size: z.int(),
  received: z.int(),
  /** Whose it is: he alone goes on with it, or throws it away. */
  userId: z.uuid(),
  by: z.string(),
  /** Null as long as it is not among the realm's files. */
  finished: z.iso.datetime().nullable(),
  expires: z.iso.datetime(),
});
export type RealmUpload = z.infer<typeof RealmUpload>;

export const uploadEndpoints = {
  realmUploads: {
    route: routes.realmUploads,
    summary: "The latest hundred files that have been sent into a realm's files within a day, or are being",
    response: z.object({ uploads: z.array(RealmUpload) }),
    errors: ['realm_unknown'],
  },
  uploadStart: {
    route: routes.uploadStart,
    summary: 'Begin to upload a file in pieces',
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
    route: routes.uploadAppend,
    summary: 'The next piece of a file, which belongs exactly where the last one ended',
    query: UploadAppendQuery,
    response: Upload,
    errors: ['upload_unknown', 'upload_offset', 'upload_too_large', 'disk_full'],
  },
  uploadStatus: {
    route: routes.uploadStatus,
    summary: 'How much of a file has arrived, to go on from there',
    response: Upload,
    errors: ['upload_unknown'],
  },
  uploadCancel: {
    route: routes.uploadCancel,
    summary: 'Throw away what has arrived of a file',
    response: z.null(),
    errors: ['upload_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
