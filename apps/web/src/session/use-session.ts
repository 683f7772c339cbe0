import { createSessionState, type SessionState } from './session-state.ts';
import { useStore } from '../shared/store.ts';

export const sessionState = createSessionState(localStorage);

/** The session as it is, and each time it changes. */
export function useSession(): SessionState {
  return useStore(sessionState);
}
