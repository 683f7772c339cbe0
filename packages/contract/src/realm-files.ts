import { z } from 'zod';
import { routes, type EndpointName } from './routes.ts';
import { type ErrorCode, errorCodes } from './error-codes.ts';
import type { Endpoint } from './endpoint.ts';
import { filePathRule, maxFilesAtOnce } from './file-rules.ts';
import { noHiddenSigns, oneLine } from './texts.ts';

/** Names from the root of what is shown of the realm's folder, joined by `/`; the root is empty. The file agent of the files judges them. */
const anyPath = z
  .string()
  .max(filePathRule.max)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
export const FilePath = anyPath.min(1);
/** Of what is made: its names are what they look like. */
export const NewFilePath = FilePath.regex(noHiddenSigns);

export const RealmFile = z.object({
  name: z.string(),
  /** `other` can only be removed: a link, a pipe. */
  kind: z.enum(['file', 'folder', 'other']),
  bytes: z.number(),
  /** Milliseconds since the epoch. */
  changedAt: z.number(),
  /** Another one after each change. */
  version: z.string(),
});
export type RealmFile = z.infer<typeof RealmFile>;

const Amount = z.object({ bytes: z.number(), files: z.number() });

export const RealmFolder = z.object({
  entries: z.array(RealmFile),
  /** Whether there may be more in it than are listed. */
  cut: z.boolean(),
  /** What the whole of the realm's files takes, and what it may by the owner's tier. */
  usage: Amount,
  limits: Amount,
});
export type RealmFolder = z.infer<typeof RealmFolder>;

export const FolderQuery = z.object({ path: anyPath.default('') });
export const FileQuery = z.object({ path: FilePath });
/** The version that was read; without one the file is new. */
export const FileSaveQuery = z.object({ path: FilePath, version: z.string().max(64).regex(oneLine).optional() });
export const FolderCreateBody = z.object({ path: NewFilePath });
export const FilesMoveBody = z.object({
  moves: z
    .array(z.object({ from: FilePath, to: NewFilePath }))
    .min(1)
    .max(maxFilesAtOnce),
});
export const FilesRemoveBody = z.object({ paths: z.array(FilePath).min(1).max(maxFilesAtOnce) });
export const UploadFinishBody = z.object({
  uploadId: z.uuid(),
  /** Whether it takes the place of a file of its name. */
  replace: z.boolean(),
});

export const FilesArchiveBody = z.object({
  /** Whose entries they are. */
  folder: FilePath,
  names: z.array(FilePath).min(1).max(maxFilesAtOnce),
  /** Of the archive, in the same folder. */
  name: NewFilePath,
});
export const FilesExtractBody = z.object({
  path: FilePath,
  /** The new folder. */
  into: FilePath,
});

/** An archive that is made or unpacked; there is one at a time of a realm. */
export const RealmFilesWork = z.object({
  id: z.uuid(),
  kind: z.enum(['ARCHIVE', 'EXTRACT']),
  /** The archive, or the folder, that it makes. */
  path: z.string(),
  /** Written so far. */
  bytes: z.number(),
  /** WAITING: others' archives come first. */
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED']),
  /** Why it is FAILED; null where the fault is ours. */
  error: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]).nullable(),
});
export type RealmFilesWork = z.infer<typeof RealmFilesWork>;

export const FileText = z.object({ text: z.string(), version: z.string() });
export type FileText = z.infer<typeof FileText>;

/** `url` is of this origin, good for a minute and for one fetch. */
export const FileLink = z.object({ url: z.string() });
export type FileLink = z.infer<typeof FileLink>;

/** How a program for SFTP gets to the files; null where the operator offers none. */
export const RealmSftp = z
  .object({
    host: z.string(),
    port: z.number(),
    username: z.string(),
    /** Of the realm's files, from the root. */
    folder: z.string(),
    /** Of the host's key, as such programs show it. */
    fingerprint: z.string(),
    /** Whether a log-in is confirmed in a private message. */
    secondStep: z.boolean(),
  })
  .nullable();
export type RealmSftp = z.infer<typeof RealmSftp>;

export const fileEndpoints = {
  realmFiles: {
    route: routes.realmFiles,
    summary: "What a folder of a realm's files holds",
    query: FolderQuery,
    response: RealmFolder,
    errors: ['realm_unknown', 'file_none', 'file_unknown', 'file_name_invalid'],
  },
  realmFileText: {
    route: routes.realmFileText,
    summary: 'A text file of at most 1 MiB, to be edited',
    query: FileQuery,
    response: FileText,
    errors: ['realm_unknown', 'file_none', 'file_unknown', 'file_name_invalid', 'file_too_large', 'file_not_text'],
  },
  realmFileSave: {
    route: routes.realmFileSave,
    summary: 'Save a text file, if it is still the one that was read',
    query: FileSaveQuery,
    response: RealmFile,
    errors: [
      'realm_unknown',
      'file_none',
      'file_unknown',
      'programs_off',
      'file_name_invalid',
      'file_changed',
      'file_exists',
      'file_reserved',
      'file_world_live',
      'file_quota',
    ],
  },
  realmFolderCreate: {
    route: routes.realmFolderCreate,
    summary: 'Make a folder',
    body: FolderCreateBody,
    response: RealmFile,
    status: 201,
    errors: [
      'realm_unknown',
      'file_none',
      'file_unknown',
      'file_name_invalid',
      'file_exists',
      'file_reserved',
      'file_world_live',
      'file_quota',
    ],
  },
  realmFilesMove: {
    route: routes.realmFilesMove,
    summary: 'Rename or move files and folders, one after the other until one cannot be',
    body: FilesMoveBody,
    response: z.null(),
    errors: [
      'realm_unknown',
      'file_none',
      'file_unknown',
      'programs_off',
      'file_name_invalid',
      'file_exists',
      'file_reserved',
      'file_world_live',
    ],
  },
  realmFilesRemove: {
    route: routes.realmFilesRemove,
    summary: 'Delete files, and folders with all in them, one after the other until one cannot be',
    body: FilesRemoveBody,
    response: z.null(),
    errors: ['realm_unknown', 'file_none', 'file_unknown', 'file_name_invalid', 'file_reserved', 'file_world_live'],
  },
  realmSftp: {
    route: routes.realmSftp,
    summary: "How a program for SFTP gets to the realm's files",
    response: RealmSftp,
    errors: ['realm_unknown'],
  },
  realmFileLink: {
    route: routes.realmFileLink,
    summary: 'An address from which a browser downloads one file, once, within a minute',
    body: FileQuery,
    response: FileLink,
    status: 201,
    errors: ['realm_unknown', 'file_none', 'file_unknown', 'file_name_invalid'],
  },
  realmFilesArchive: {
    route: routes.realmFilesArchive,
    summary: 'Begin to pack files and folders into a zip archive beside them',
    body: FilesArchiveBody,
    response: RealmFilesWork,
    status: 201,
    errors: ['realm_unknown', 'file_work_running', 'disk_full'],
  },
  realmFilesExtract: {
    route: routes.realmFilesExtract,
    summary: 'Begin to unpack a zip or tar.gz archive into a new folder',
    body: FilesExtractBody,
    response: RealmFilesWork,
    status: 201,
    errors: ['realm_unknown', 'file_work_running', 'disk_full'],
  },
  realmFilesWork: {
    route: routes.realmFilesWork,
    summary: 'How far the archive is that is made or unpacked, or what became of the last one',
    response: z.object({ work: RealmFilesWork.nullable() }),
    errors: ['realm_unknown'],
  },
  realmFilesWorkCancel: {
    route: routes.realmFilesWorkCancel,
    summary: 'Give up the archive that is made or unpacked, or forget the last one',
    response: z.null(),
    errors: ['realm_unknown'],
  },
  realmUploadFinish: {
    route: routes.realmUploadFinish,
    summary: "Put a whole upload among the realm's files, where it was meant to go",
    body: UploadFinishBody,
    response: RealmFile,
    errors: [
      'realm_unknown',
      'upload_unknown',
      'upload_incomplete',
      'file_none',
      'file_unknown',
      'programs_off',
      'file_name_invalid',
      'file_exists',
      'file_reserved',
      'file_world_live',
      'file_quota',
      'disk_full',
    ],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
