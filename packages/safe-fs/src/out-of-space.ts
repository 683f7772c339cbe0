import { constants } from 'node:os';

/** Whether a write failed for lack of space: on the disk, or within a limit of the kernel, for which Node has no error code. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error && 'errno' in error)) return false;
  return error.errno === -constants.errno.ENOSPC || error.errno === -constants.errno.EDQUOT;
}
