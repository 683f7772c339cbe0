import { constants } from 'node:os';

/** Whether what could not be written had no room: on the disk, or within a limit of the kernel, for which Node has no code of its own. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error && 'errno' in error)) return false;
  return error.errno === -constants.errno.ENOSPC || error.errno === -constants.errno.EDQUOT;
}
