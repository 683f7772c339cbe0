import type { Handlers } from '../../../http/implement.ts';
import { authLogin } from '../login/auth-login.ts';
import { authLoginCancel } from '../login/auth-login-cancel.ts';
import { authLogout } from './auth-logout.ts';
import { authRefresh } from './auth-refresh.ts';
import { authSessionEnd } from './auth-session-end.ts';
import { authSessions } from './auth-sessions.ts';
import { authSessionsEnd } from './auth-sessions-end.ts';

export const authRoutes = {
  authLogin,
  authLoginCancel,
  authLogout,
  authRefresh,
  authSessions,
  authSessionEnd,
  authSessionsEnd,
} satisfies Partial<Handlers>;
