import type { ErrorCode } from '@realmkeep/contract';
import { AppError } from '../http/app-error.ts';
import { type Status, statuses } from './wire.ts';

/** A refusal with a message of SFTP's own. */
export class Refusal extends Error {
  readonly status: Status;
  constructor(status: Status, message: string) {
    super(message);
    this.status = status;
  }
}

const statusOfCode: Partial<Record<ErrorCode, Status>> = {
  file_none: statuses.NO_SUCH_FILE,
  file_unknown: statuses.NO_SUCH_FILE,
  realm_unknown: statuses.NO_SUCH_FILE,
  file_reserved: statuses.PERMISSION_DENIED,
};

/** How an error is answered; null for a fault of ours. */
export function refusalOf(error: unknown): { status: Status; message: string } | null {
  if (error instanceof Refusal) return { status: error.status, message: error.message };
  if (!(error instanceof AppError)) return null;
  return { status: statusOfCode[error.code] ?? statuses.FAILURE, message: error.message };
}
