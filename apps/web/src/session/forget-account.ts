import type { UserProfile } from '@realmkeep/contract';
import { forgetUntoldLanguage } from './account-language.ts';
import { forgetCommands } from './command-history.ts';
import { leaveDrafts } from './drafts.ts';
import { clearLive } from './live-cache.ts';
import { queries } from './query-client.ts';
import { keys } from './query-keys.ts';

/** Nothing of one account may show to the next. */
export function forgetAccount(): void {
  leaveDrafts(queries.getQueryData<UserProfile>(keys.me)?.id);
  clearLive();
  forgetCommands();
  forgetUntoldLanguage();
  queries.clear();
}
