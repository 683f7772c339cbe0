import type { Handlers } from '../../http/register-routes.ts';
import {
  realmFileLink,
  realmFileSave,
  realmFileText,
  realmFiles,
  realmFilesMove,
  realmFilesRemove,
  realmFolderCreate,
  realmSftp,
  realmFilesArchive,
  realmFilesExtract,
  realmFilesWork,
  realmFilesWorkCancel,
  realmUploadFinish,
  realmUploads,
} from './realm-files.ts';
import { realmLand, realmLandPicture, realmLandTile } from './land/realm-land.ts';
import { realmLogs, realmLogText, realmStartProblem } from './logs/realm-logs.ts';

export const fileRoutes = {
  realmFiles,
  realmFileText,
  realmFileSave,
  realmFolderCreate,
  realmFilesMove,
  realmFilesRemove,
  realmFileLink,
  realmLand,
  realmLandPicture,
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
