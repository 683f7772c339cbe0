import { z } from 'zod';
import type { EndpointName } from './routes.ts';
import {
  AccountSession,
  HeldTokens,
  LoginAnswer,
  LoginBody,
  LoginCancelBody,
  RegisterBody,
  TokenPair,
} from './auth.ts';
import { ChatLink, ChatLinked, ChatPasswordBody, ChatVerifyBody } from './chat.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { GeoLanguages } from './geo.ts';
import { pageQuery } from './pagination.ts';
import { SiteConfig, SiteNow } from './site.ts';
import { PasswordChangeBody, Referrals, UserGameMemory, UserLanguage, UserLanguageBody, UserProfile } from './users.ts';

/** The calls of accounts: logging in, the chat account, what the pages need to know. */
export const accountEndpoints = {
  siteConfig: {
    summary: 'What the pages need to know about this installation',
    response: SiteConfig,
  },
  siteNow: {
    summary: 'How many realms and players are online now',
    response: SiteNow,
  },
  authLogin: {
    summary: 'Log in by name and password; with a linked chat account, begin the second step',
    body: LoginBody,
    response: LoginAnswer,
    errors: [
      'login_invalid',
      'login_user_unknown',
      'account_blocked',
      'login_cancelled',
      'login_undeliverable',
      'chat_unavailable',
    ],
  },
  authLogout: {
    summary: 'Log out: end the session that the refresh token belongs to',
    body: HeldTokens,
    response: z.null(),
  },
  authLoginCancel: {
    summary: 'Cancel a login that waits for its second step',
    body: LoginCancelBody,
    response: z.null(),
  },
  authRefresh: {
    summary: 'Exchange a refresh token for a new pair',
    body: HeldTokens,
    response: TokenPair,
    errors: ['refresh_token_invalid', 'account_blocked'],
  },
  authSessions: {
    summary: 'The account’s sessions',
    response: z.array(AccountSession),
  },
  authSessionEnd: {
    summary: 'End a session',
    response: z.null(),
    errors: ['session_unknown'],
  },
  authSessionsEnd: {
    summary: 'End all other sessions',
    response: z.null(),
  },
  userRegister: {
    summary: 'Create an account',
    body: RegisterBody,
    response: z.null(),
    status: 201,
    errors: ['register_username_taken', 'register_referrer_unknown', 'registration_closed', 'registration_work'],
  },
  userMe: {
    summary: 'The account of the token',
    response: UserProfile,
  },
  userLanguage: {
    summary: 'The language of the account',
    response: UserLanguage,
  },
  userLanguageUpdate: {
    summary: 'Choose the language of the account',
    body: UserLanguageBody,
    response: UserLanguage,
    errors: ['language_invalid'],
  },
  userGameMemoryUpdate: {
    summary: 'Choose whether a network is remembered after a login code; turning it off ends everything remembered',
    body: UserGameMemory,
    response: UserGameMemory,
  },
  userPasswordChange: {
    summary: 'Change the password, and end all other sessions',
    body: PasswordChangeBody,
    response: TokenPair,
    errors: ['password_change_invalid'],
  },
  userReferrals: {
    summary: 'The players the account referred, the latest first',
    query: pageQuery(['createdAt', 'updatedAt', 'status', 'referredUser'], 'createdAt,desc'),
    response: Referrals,
  },
  chatLink: {
    summary: 'Where to link a chat account',
    body: ChatPasswordBody,
    response: ChatLink,
    errors: ['chat_unavailable', 'chat_already_linked', 'chat_password_wrong'],
  },
  chatVerify: {
    summary: 'Link the chat account that the code belongs to',
    body: ChatVerifyBody,
    response: ChatLinked,
    errors: [
      'chat_unavailable',
      'chat_code_invalid',
      'chat_state_invalid',
      'chat_account_taken',
      'chat_already_linked',
      'chat_join_refused',
      'chat_undeliverable',
    ],
  },
  chatUnlink: {
    summary: 'Unlink the chat account',
    body: ChatPasswordBody,
    response: z.null(),
    errors: ['chat_not_linked', 'chat_password_wrong'],
  },
  geoLanguages: {
    summary: "The languages spoken where the visitor's address is",
    response: GeoLanguages,
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
