import type { Handlers } from '../../http/register-routes.ts';
import { realmFileLink } from './realm-file-link.ts';
import { realmFileSave } from './realm-file-save.ts';
import { realmFileText } from './realm-file-text.ts';
import { realmFiles } from './realm-files.ts';
import { realmSftp } from './realm-sftp.ts';
import { realmFilesArchive } from './realm-files-archive.ts';
import { realmFilesExtract } from './realm-files-extract.ts';
import { realmFilesMove } from './realm-files-move.ts';
import { realmFilesRemove } from './realm-files-remove.ts';
import { realmFilesWork, realmFilesWorkCancel } from './realm-files-work.ts';
import { realmFolderCreate } from './realm-folder-create.ts';
import { realmUploadFinish } from './realm-upload-finish.ts';
import { realmUploads } from './realm-uploads.ts';

export const fileRoutes = {
  realmFiles,
  realmFileText,
  realmFileSave,
  realmFolderCreate,
  realmFilesMove,
  realmFilesRemove,
  realmFileLink,
  realmSftp,
  realmFilesArchive,
  realmFilesExtract,
  realmFilesWork,
  realmFilesWorkCancel,
  realmUploadFinish,
  realmUploads,
} satisfies Partial<Handlers>;
