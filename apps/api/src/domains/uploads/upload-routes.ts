import type { Handlers } from '../../http/register-routes.ts';
import { uploadAppend, uploadCancel, uploadStatus, uploadStart } from './uploads.ts';
import type { RulesOfPurposes } from './upload-purpose.ts';

/** @param rules what each purpose asks of an upload */
export const uploadRoutes = (rules: RulesOfPurposes) =>
  ({
    uploadStart: (ctx, call) => uploadStart(ctx, call, rules),
    uploadAppend,
    uploadStatus,
    uploadCancel,
  }) satisfies Partial<Handlers>;
