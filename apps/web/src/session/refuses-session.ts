import { ApiError } from '@realmkeep/contract/client';

/** Whether the server has refused whoever asked, and not only what he asked for. */
export function refusesSession(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || isBlocked(error));
}

export function isBlocked(error: ApiError): boolean {
  return error.code === 'account_blocked';
}
