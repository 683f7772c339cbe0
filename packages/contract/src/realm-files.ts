import { z } from 'zod';
import type { EndpointName } from './routes.ts';
import { type ErrorCode, errorCodes } from './error-codes.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { filePathRule, maxFilesAtOnce } from './file-rules.ts';
import { noHiddenSigns, oneLine } from './texts.ts';

/** Names from the root of the realm's visible files, joined by `/`; the root is empty. The file agent checks them. */
const anyPath = z
  .string()
  .max(filePathRule.max)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
export const FilePath = anyPath.min(1);
/** The path of something new: without names that look like others. */
export const NewFilePath = FilePath.regex(noHiddenSigns);

export const RealmFile = z.object({
  name: z.string(),
  /** `other` can only be removed: a link, a pipe. */
  kind: z.enum(['file', 'folder', 'other']),
  bytes: z.number(),
  /** Milliseconds since the epoch. */
  changedAt: z.number(),
  /** It differs after each change. */
  version: z.string(),
});
export type RealmFile = z.infer<typeof RealmFile>;

const Amount = z.object({ bytes: z.number(), files: z.number() });

export const RealmFolder = z.object({
  entries: z.array(RealmFile),
  /** Whether it may hold more than is listed. */
  cut: z.boolean(),
  /** The size of all the realm's files, and the limit of the owner's tier. */
  usage: Amount,
  limits: Amount,
});
export type RealmFolder = z.infer<typeof RealmFolder>;

export const FolderQuery = z.object({ path: anyPath.default('') });
export const FileQuery = z.object({ path: FilePath });
/** The version that was read; none if the file is new. */
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
  /** Whether it replaces a file with its name. */
  replace: z.boolean(),
});

export const FilesArchiveBody = z.object({
  /** The folder that the entries are in. */
  folder: FilePath,
  names: z.array(FilePath).min(1).max(maxFilesAtOnce),
  /** The name of the archive, in the same folder. */
  name: NewFilePath,
});
export const FilesExtractBody = z.object({
  path: FilePath,
  /** The new folder. */
  into: NewFilePath,
});

/** An archive being created or unpacked; one at a time per realm. */
export const RealmFilesWork = z.object({
  id: z.uuid(),
  kind: z.enum(['ARCHIVE', 'EXTRACT']),
  /** The archive or folder that it creates. */
  path: z.string(),
  /** Written so far. */
  bytes: z.number(),
  /** WAITING: others' archives come first. */
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED']),
  /** Why it is FAILED; null if the fault is ours. */
  error: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]).nullable(),
});
export type RealmFilesWork = z.infer<typeof RealmFilesWork>;

export const FileText = z.object({ text: z.string(), version: z.string() });
export type FileText = z.infer<typeof FileText>;

/** `url` is on this origin, valid for a minute and for one download. */
export const FileLink = z.object({ url: z.string() });
export type FileLink = z.infer<typeof FileLink>;

/** How an SFTP program reaches the files; null if the operator does not offer SFTP. */
export const RealmSftp = z
  .object({
    host: z.string(),
    port: z.number(),
    username: z.string(),
    /** The folder of the realm's files, from the root. */
    folder: z.string(),
    /** The fingerprint of the host key, as such programs show it. */
    fingerprint: z.string(),
    /** Whether a login has to be confirmed in a direct message. */
    secondStep: z.boolean(),
  })
  .nullable();
export type RealmSftp = z.infer<typeof RealmSftp>;

export const fileEndpoints = {
  realmFiles: {
    summary: "The contents of a folder among a realm's files",
    query: FolderQuery,
    response: RealmFolder,
    errors: ['realm_unknown', 'file_none', 'file_unknown', 'file_name_invalid'],
  },
  realmFileText: {
    summary: 'Read a text file of at most 1 MiB for editing',
    query: FileQuery,
    response: FileText,
    errors: ['realm_unknown', 'file_none', 'file_unknown', 'file_name_invalid', 'file_too_large', 'file_not_text'],
  },
  realmFileSave: {
    summary: 'Save a text file, unless it has changed since it was read',
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
      'disk_full',
    ],
  },
  realmFolderCreate: {
    summary: 'Create a folder',
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
      'disk_full',
    ],
  },
  realmFilesMove: {
    summary: 'Rename or move files and folders, one after another, stopping at the first that fails',
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
    summary: 'Delete files, and folders with their contents, one after another, stopping at the first that fails',
    body: FilesRemoveBody,
    response: z.null(),
    errors: ['realm_unknown', 'file_none', 'file_unknown', 'file_name_invalid', 'file_reserved', 'file_world_live'],
  },
  realmSftp: {
    summary: "How an SFTP program reaches the realm's files",
    response: RealmSftp,
    errors: ['realm_unknown'],
  },
  realmFileLink: {
    summary: 'An address for downloading one file, once, within a minute',
    body: FileQuery,
    response: FileLink,
    status: 201,
    errors: ['realm_unknown', 'file_none', 'file_unknown', 'file_name_invalid'],
  },
  realmFilesArchive: {
    summary: 'Start packing files and folders into a zip archive beside them',
    body: FilesArchiveBody,
    response: RealmFilesWork,
    status: 201,
    errors: ['realm_unknown', 'file_work_running', 'disk_full'],
  },
  realmFilesExtract: {
    summary: 'Start unpacking a zip or tar.gz archive into a new folder',
    body: FilesExtractBody,
    response: RealmFilesWork,
    status: 201,
    errors: ['realm_unknown', 'file_work_running', 'disk_full'],
  },
  realmFilesWork: {
    summary: 'The progress of the current archive, or the outcome of the last one',
    response: z.object({ work: RealmFilesWork.nullable() }),
    errors: ['realm_unknown'],
  },
  realmFilesWorkCancel: {
    summary: 'Cancel the current archive, or dismiss the last one',
    response: z.null(),
    errors: ['realm_unknown'],
  },
  realmUploadFinish: {
    summary: "Move a complete upload to its place among the realm's files",
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
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
