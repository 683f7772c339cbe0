import { ApiError } from '@realmkeep/contract/client';
import type { PageTexts } from '../../i18n/catalogue.ts';
import { errorText } from '../../i18n/error-text.ts';

/** Why there is no subscription: a fault of ours says that of the subscription. */
export function subscribeErrorText(
  errors: PageTexts['errors'],
  words: PageTexts['subscription']['activate'],
  fault: unknown,
): string {
  const isOurs = fault instanceof ApiError && fault.type === 'server';
  return isOurs ? words.failed : errorText(errors, fault);
}
