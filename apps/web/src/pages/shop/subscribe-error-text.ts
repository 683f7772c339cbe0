import { ApiError } from '@realmkeep/contract/client';
import type { Messages } from '../../i18n/messages.ts';
import { errorText } from '../../i18n/error-text.ts';

/** Why there is no subscription: a fault of ours says that of the subscription. */
export function subscribeErrorText(
  errors: Messages['errors'],
  messages: Messages['subscription']['activate'],
  error: unknown,
): string {
  const isOurs = error instanceof ApiError && error.type === 'server';
  return isOurs ? messages.failed : errorText(errors, error);
}
