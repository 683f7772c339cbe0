import type { Handlers } from '../../http/implement.ts';
import { realmUploads } from './realm-uploads.ts';
import { uploadAppend } from './upload-append.ts';
import { uploadCancel } from './upload-cancel.ts';
import { uploadStart } from './upload-start.ts';
import { uploadStatus } from './upload-status.ts';

export const uploadRoutes = {
  realmUploads,
  uploadStart,
  uploadAppend,
  uploadStatus,
  uploadCancel,
} satisfies Partial<Handlers>;
