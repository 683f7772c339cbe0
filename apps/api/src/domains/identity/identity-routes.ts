import type { Handlers } from '../../http/register-routes.ts';
import { chatLink } from './chat/chat-link.ts';
import { chatUnlink } from './chat/chat-unlink.ts';
import { userGameMemoryUpdate } from './game/user-game-memory.ts';
import { authLogin } from './login/auth-login.ts';
import { authLoginCancel } from './login/auth-login-cancel.ts';
import { authLogout } from './sessions/auth-logout.ts';
import { authRefresh } from './sessions/auth-refresh.ts';
import { authSessionEnd, authSessions, authSessionsEnd } from './sessions/auth-sessions.ts';
import { sshKeyAdd, sshKeyRemove, sshKeys } from './ssh-keys/ssh-keys.ts';
import { userLanguage, userLanguageUpdate } from './users/user-language.ts';
import { userPasswordChange } from './users/user-password-change.ts';

export const identityRoutes = {
  authLogin,
  authLoginCancel,
  authLogout,
  authRefresh,
  authSessions,
  authSessionEnd,
  authSessionsEnd,
  userLanguage,
  userLanguageUpdate,
  userGameMemoryUpdate,
  userPasswordChange,
  chatLink,
  chatUnlink,
  sshKeys,
  sshKeyAdd,
  sshKeyRemove,
} satisfies Partial<Handlers>;
