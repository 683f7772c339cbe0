import type { LoginChallenge } from '@realmkeep/contract';
import { createStore, type Store } from '../shared/store.ts';
import { hasSession, readTokens } from './tokens.ts';

export type BusyStatus = 'logging-in' | 'verifying' | 'refreshing' | 'registering' | 'logging-out';
export type SessionCall = 'login' | 'register' | 'logout';

/** A message for the user, in their language, shown as a toast. */
export type Notice =
  | { kind: 'failed'; call: SessionCall; error: unknown }
  | { kind: 'registered' }
  | { kind: 'ended'; blocked: boolean };

/** The second step of a login, which is answered in the chat. */
export interface Verification extends Pick<LoginChallenge, 'match' | 'expires'> {
  username: string;
  /** Whether the answer cannot be heard at the moment. */
  lost: boolean;
  /** Why it came to nothing; null as long as it has not. */
  error: unknown;
}

export interface SessionState {
  isLoggedIn: boolean;
  busy: readonly BusyStatus[];
  notices: readonly Notice[];
  /** The last second step; it goes on as long as `busy` has `verifying`. */
  verification: Verification | null;
}

/**
 * The session as stored. It is separate from what changes it: the first paint needs to know who is there, not how they
 * log in.
 */
export function createSessionState(storage: Storage): Store<SessionState> {
  const nobody: SessionState = { isLoggedIn: false, busy: [], notices: [], verification: null };
  return createStore({ ...nobody, isLoggedIn: hasSession(readTokens(storage)) }, nobody);
}
