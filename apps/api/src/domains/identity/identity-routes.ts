import type { Handlers } from '../../http/register-routes.ts';
import { chatLink, chatUnlink } from './chat/chat-link.ts';
import { userGameMemoryUpdate } from './game/game-proofs.ts';
import { authLogin } from './login/auth-login.ts';
import { authLoginCancel } from './login/login-cancel.ts';
import { authLogout, authSessionEnd, authSessions, authSessionsEnd, authRefresh } from './sessions/auth-sessions.ts';
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
