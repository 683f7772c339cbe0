import type { Handlers } from '../../http/implement.ts';
import { authLogin } from './auth-login.ts';
import { authLogout } from './auth-logout.ts';
import { authRefresh } from './auth-refresh.ts';

export const authRoutes = { authLogin, authLogout, authRefresh } satisfies Partial<Handlers>;
