import { ApiError } from '@realmkeep/contract/client';

/** Whether the server has refused whoever asked, and not only what he asked for. */
export function refusesSession(fault: unknown): fault is ApiError {
  return fault instanceof ApiError && (fault.status === 401 || isBlocked(fault));
}

export function isBlocked(fault: ApiError): boolean {
  return fault.code === 'account_blocked';
}
