import type { Handlers } from '../../http/register-routes.ts';
import { uploadAppend } from './upload-append.ts';
import { uploadCancel, uploadStatus } from './upload-status.ts';
import type { RulesOfPurposes } from './upload-purpose.ts';
import { uploadStart } from './upload-start.ts';

/** @param rules what each purpose asks of an upload */
export const uploadRoutes = (rules: RulesOfPurposes) =>
  ({
    uploadStart: (ctx, call) => uploadStart(ctx, call, rules),
    uploadAppend,
    uploadStatus,
    uploadCancel,
  }) satisfies Partial<Handlers>;
