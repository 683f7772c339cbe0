import type { UserProfile } from '@realmkeep/contract';
import { forgetUntoldLanguage } from '../features/language/account-language.ts';
import { forgetCommands } from '../features/realm/command-history.ts';
import { leaveDrafts } from '../features/drafts/drafts.ts';
import { clearLive } from '../api/live-cache.ts';
import { queries } from '../api/query-client.ts';
import { keys } from '../api/query-keys.ts';

/** Nothing of one account may show to the next. */
export function forgetAccount(): void {
  leaveDrafts(queries.getQueryData<UserProfile>(keys.me)?.id);
  clearLive();
  forgetCommands();
  forgetUntoldLanguage();
  queries.clear();
}
