import type { Handlers } from '../../../http/implement.ts';
import { userLanguage } from './user-language.ts';
import { userLanguageUpdate } from './user-language-update.ts';
import { userMe } from './user-me.ts';
import { userPasswordChange } from './user-password-change.ts';
import { userRegister } from './user-register.ts';

export const userRoutes = {
  userRegister,
  userMe,
  userLanguage,
  userLanguageUpdate,
  userPasswordChange,
} satisfies Partial<Handlers>;
