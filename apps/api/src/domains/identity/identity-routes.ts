import type { Handlers } from '../../http/register-routes.ts';
import { chatLink } from './chat/chat-link.ts';
import { chatUnlink } from './chat/chat-unlink.ts';
import { authLogin } from './login/auth-login.ts';
import { authLoginCancel } from './login/auth-login-cancel.ts';
import { authLogout } from './sessions/auth-logout.ts';
import { authRefresh } from './sessions/auth-refresh.ts';
import { authSessionEnd } from './sessions/auth-session-end.ts';
import { authSessions } from './sessions/auth-sessions.ts';
import { authSessionsEnd } from './sessions/auth-sessions-end.ts';
import { sshKeyAdd } from './ssh-keys/ssh-key-add.ts';
import { sshKeyRemove } from './ssh-keys/ssh-key-remove.ts';
import { sshKeys } from './ssh-keys/ssh-keys.ts';
import { userLanguage } from './users/user-language.ts';
import { userLanguageUpdate } from './users/user-language-update.ts';
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
  userPasswordChange,
  chatLink,
  chatUnlink,
  sshKeys,
  sshKeyAdd,
  sshKeyRemove,
} satisfies Partial<Handlers>;
