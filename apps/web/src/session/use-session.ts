import { session } from '../api.ts';
import { useStore } from './store.ts';
import type { SessionState } from './session.ts';

/** The session as it is, and each time it changes. */
export function useSession(): SessionState {
  return useStore(session.state);
}
