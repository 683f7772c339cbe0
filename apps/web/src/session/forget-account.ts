import { forgetCommands } from './command-history.ts';
import { clearLive } from './live-cache.ts';
import { queries } from './query-client.ts';

/** Nothing of one account may show to the next. */
export function forgetAccount(): void {
  clearLive();
  forgetCommands();
  queries.clear();
}
