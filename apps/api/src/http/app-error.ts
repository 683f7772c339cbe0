import { type ErrorCode, type ErrorParams, errorMessage } from '@realmkeep/contract';

/** An error that is answered to the caller: not a fault of ours. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;

  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super(errorMessage(code, params));
    this.code = code;
    this.params = params;
  }
}
