import type { Handlers } from '../../http/register-routes.ts';
import { realmFileLink } from './realm-file-link.ts';
import { realmFileSave, realmFileText } from './realm-file-text.ts';
import { realmFiles, realmFilesMove, realmFilesRemove, realmFolderCreate } from './realm-files.ts';
import { realmLand, realmLandTile } from './land/realm-land.ts';
import { realmLogs, realmLogText, realmStartProblem } from './logs/realm-logs.ts';
import { realmSftp } from './realm-sftp.ts';
import { realmFilesArchive, realmFilesExtract, realmFilesWork, realmFilesWorkCancel } from './realm-files-work.ts';
import { realmUploadFinish, realmUploads } from './realm-uploads.ts';

export const fileRoutes = {
  realmFiles,
  realmFileText,
  realmFileSave,
  realmFolderCreate,
  realmFilesMove,
  realmFilesRemove,
  realmFileLink,
  realmLand,
  realmLandTile,
  realmLogs,
  realmLogText,
  realmStartProblem,
  realmSftp,
  realmFilesArchive,
  realmFilesExtract,
  realmFilesWork,
  realmFilesWorkCancel,
  realmUploadFinish,
  realmUploads,
} satisfies Partial<Handlers>;
