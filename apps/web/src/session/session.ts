import type { Client } from '@realmkeep/contract/client';
import { ApiError } from '@realmkeep/contract/client';
import type { Language } from '@realmkeep/contract/languages';
import { scopes } from '@realmkeep/contract/scopes';
import type { ErrorCode, LoginChallenge, TokenPair } from '@realmkeep/contract';
import { registerWorking } from './register-working.ts';
import { isBlocked, refusesSession } from './refuses-session.ts';
import { runCall } from './run-call.ts';
import type { BusyStatus, Notice, SessionCall, SessionState, Verification } from './session-state.ts';
import type { Store } from '../shared/store.ts';
import {
  clearTokens,
  hasSession,
  isExpired,
  isTokenKey,
  noTokens,
  readTokens,
  type StoredTokens,
  writeTokens,
} from './tokens.ts';

/** How this page names itself to the server, for the list of the account's sessions. */
const tokenName = 'Realmkeep website';

/** Milliseconds for which a token must be good for a call that cannot have it refreshed. */
const callTime = 10_000;
const maxNotices = 10;
const done: Outcome = { ok: true, code: null };

export interface Waiting {
  challenge: LoginChallenge;
  /** Ends the waiting. */
  signal: AbortSignal;
  /** Told when the connection is lost, and when it is back. */
  onLost: (lost: boolean) => void;
}

export interface SessionOptions {
  api: Pick<Client, 'authLogin' | 'authLoginCancel' | 'authLogout' | 'authRefresh' | 'userRegister'>;
  storage: Storage;
  /** What the pages follow: of the same storage. */
  state: Store<SessionState>;
  /** Keeps other tabs from refreshing at the same time; a page that is not served securely has none. */
  locks: LockManager | undefined;
  /** Waits for the answer in the chat; rejects when it came to nothing, or is waited for no longer. */
  awaitAnswer: (waiting: Waiting) => Promise<TokenPair>;
  /** A second step has begun. */
  onVerifying: (username: string) => void;
  /** The server no longer knows the session; it is cleared already. */
  onEnded: () => void;
}

interface Registration {
  username: string;
  password: string;
  referrer: string | null;
  language: Language;
  /** Told how far the page is with what the api wants computed first, from 0 to 1. */
  onWork?: (progress: number) => void;
}

interface Outcome {
  ok: boolean;
  /** Why not, where the server has said. */
  code: ErrorCode | null;
}

export interface Session {
  state: Pick<Store<SessionState>, 'get' | 'subscribe'>;
  /** None of these rejects; a failure is in the notices. Where there is a second step, a login lasts until that has ended. */
  login: (username: string, password: string) => Promise<Outcome>;
  register: (registration: Registration) => Promise<Outcome>;
  logout: () => Promise<Outcome>;
  /** Waits for the second step no longer, and calls it off at the server: a yes that comes later logs nobody in. */
  stopVerifying: () => void;
  /** Exchanges the tokens for new ones, once for all callers at a time. Rejects when it cannot. */
  refresh: () => Promise<void>;
  /** The access token for a call, refreshed first if it has expired; null when logged out. */
  accessToken: () => Promise<string | null>;
  /** Whether somebody is logged in and the token has not expired. */
  hasGoodToken: () => boolean;
  /**
   * Runs a call that answers with new tokens in the place of those held, and takes them over, here and in the other tabs:
   * no refresh may happen meanwhile. Rejects when the call does.
   */
  exchange: (call: () => Promise<TokenPair>) => Promise<TokenPair>;
  /** The server refused the session: clears it, tells the user, calls `onEnded`. */
  end: (refusal: ApiError) => void;
  /** Takes over what another tab has stored: for the window's `storage` events. */
  followEvent: (event: Pick<StorageEvent, 'key'>) => void;
  /** Hands the waiting notices over. */
  takeNotices: () => readonly Notice[];
}

export function createSession({
  api,
  storage,
  state,
  locks,
  awaitAnswer,
  onVerifying,
  onEnded,
}: SessionOptions): Session {
  let tokens = noTokens;
  let refreshing: Promise<void> | null = null;
  let verifying: AbortController | null = null;

  const update = (change: Partial<SessionState>) => state.set({ ...state.get(), ...change });
  const notify = (notice: Notice) => update({ notices: [...state.get().notices, notice].slice(-maxNotices) });
  const busy = (status: BusyStatus) => ({
    start: () => update({ busy: [...state.get().busy, status] }),
    final: () => update({ busy: state.get().busy.toSpliced(state.get().busy.indexOf(status), 1) }),
  });

  const hold = (next: StoredTokens) => {
    tokens = next;
    const isLoggedIn = hasSession(next);
    if (isLoggedIn !== state.get().isLoggedIn) update({ isLoggedIn });
  };
  const store = (pair: TokenPair) => {
    writeTokens(storage, pair);
    hold(pair);
  };
  const clear = () => {
    clearTokens(storage);
    hold(noTokens);
  };
  const end = (refusal: ApiError) => {
    if (!hasSession(tokens)) return;
    clear();
    notify({ kind: 'ended', blocked: isBlocked(refusal) });
    onEnded();
  };

  const locked = async <T>(work: () => Promise<T>): Promise<T> =>
    locks ? await locks.request('session-refresh', work) : work();

  /** Under the lock: whoever waited for it finds the work done. */
  const refreshStored = async (before: StoredTokens): Promise<void> => {
    hold(readTokens(storage));
    if (tokens.token !== before.token && hasSession(tokens) && !isExpired(tokens, Date.now())) return;
    const { token, refresh_token } = tokens;
    if (token === null) throw new Error('No access token');
    if (refresh_token === null) throw new Error('No refresh token');
    try {
      const pair: TokenPair | null = await api.authRefresh({ body: { token, refresh_token } });
      if (pair === null) throw new Error('Refresh token failed no auth data recieved');
      // Logged out while the answer was on its way: the new pair is not wanted any more.
      if (readTokens(storage).refresh_token === refresh_token) store(pair);
    } catch (error) {
      if (refusesSession(error)) {
        // A tab that shares no lock with this one may have been quicker.
        hold(readTokens(storage));
        if (tokens.refresh_token !== refresh_token && hasSession(tokens)) return;
        end(error);
      }
      throw error;
    }
  };

  const refresh = (): Promise<void> => {
    const before = tokens;
    refreshing ??= runCall('authRefresh', () => locked(() => refreshStored(before)), busy('refreshing')).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  /** Runs a call that the user asked for; its failure becomes a notice. */
  const attempt = async <T>(
    call: SessionCall,
    name: string,
    status: BusyStatus,
    action: () => Promise<T>,
    next: (value: T) => Outcome | Promise<Outcome>,
  ): Promise<Outcome> => {
    try {
      return await next(await runCall(name, action, busy(status)));
    } catch (error) {
      notify({ kind: 'failed', call, error });
      return refusal(error);
    }
  };

  const stopVerifying = () => verifying?.abort();

  const verify = async (username: string, challenge: LoginChallenge): Promise<Outcome> => {
    stopVerifying();
    verifying = new AbortController();
    const { signal } = verifying;
    const { match, expires } = challenge;
    const tell = (change: Partial<Verification>) => {
      if (!signal.aborted) update({ verification: { username, match, expires, lost: false, error: null, ...change } });
    };
    tell({});
    const answer = runCall(
      'verification',
      () => awaitAnswer({ challenge, signal, onLost: (lost) => tell({ lost }) }),
      busy('verifying'),
    );
    onVerifying(username);
    try {
      store(await answer);
      return done;
    } catch (error) {
      tell({ error });
      if (signal.aborted) api.authLoginCancel({ body: { track_id: challenge.track_id } }).catch(() => {});
      else notify({ kind: 'failed', call: 'login', error });
      return refusal(error);
    }
  };

  // Another tab may have changed it since.
  hold(readTokens(storage));

  return {
    state,
    refresh,
    end,
    stopVerifying,
    login: (username, user_password) =>
      attempt(
        'login',
        'authLogin',
        'logging-in',
        () => api.authLogin({ body: { username, user_password, token_name: tokenName, scopes: [...scopes] } }),
        (answer) => {
          if ('track_id' in answer) return verify(username, answer);
          store(answer);
          return done;
        },
      ),
    register: ({ username, password, referrer, language, onWork = () => {} }) =>
      attempt(
        'register',
        'userRegister',
        'registering',
        () => registerWorking(api, { username, password, referrer_username: referrer, language }, onWork),
        () => {
          notify({ kind: 'registered' });
          return done;
        },
      ),
    logout: async () => {
      const { token, refresh_token } = tokens;
      clear();
      if (token === null || refresh_token === null) return done;
      const told = () => api.authLogout({ body: { token, refresh_token } });
      return attempt('logout', 'authLogout', 'logging-out', told, () => done);
    },
    accessToken: async () => {
      if (!hasSession(tokens)) return null;
      if (isExpired(tokens, Date.now())) await refresh();
      return tokens.token;
    },
    hasGoodToken: () => hasSession(tokens) && !isExpired(tokens, Date.now()),
    exchange: (call) =>
      locked(async () => {
        // Within the lock the call cannot wait for a refresh of its own.
        if (isExpired(tokens, Date.now() + callTime)) await refreshStored(tokens);
        const pair = await call();
        store(pair);
        return pair;
      }),
    followEvent: ({ key }) => {
      if (isTokenKey(key)) hold(readTokens(storage));
    },
    takeNotices: () => {
      const { notices } = state.get();
      if (notices.length > 0) update({ notices: [] });
      return notices;
    },
  };
}

function refusal(error: unknown): Outcome {
  return { ok: false, code: error instanceof ApiError ? error.code : null };
}
