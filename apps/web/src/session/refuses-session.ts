import { ApiError } from '@realmkeep/contract/client';

/** Whether the server refused the session itself, rather than this one request. */
export function refusesSession(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || isBlocked(error));
}

export function isBlocked(error: ApiError): boolean {
  return error.code === 'account_blocked';
}
