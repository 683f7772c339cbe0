import { z } from 'zod';
import { languages } from './languages.ts';
import { passwordProblem, passwordRule, usernameProblem, usernameRule } from './rules.ts';
import { scopes } from './scopes.ts';
import { oneLine } from './texts.ts';

const username = z
  .string()
  .trim()
  .max(usernameRule.max)
  .refine((text) => usernameProblem(text) === null, { error: 'letters, digits and underscores, 4 to 16 of them' });

/** Names at login are looked up, not validated: a name that could not exist is simply unknown. */
const typedUsername = z.string().trim().min(1).max(64).regex(oneLine);

const token = z.string().min(1).max(2048);

export const RegisterBody = z
  .object({
    username,
    password: z
      .string()
      .max(passwordRule.max)
      .refine((text) => passwordProblem(text) === null, { error: `at least ${passwordRule.min} characters` }),
    /** null, absent or empty: nobody. */
    referrer_username: z
      .string()
      .trim()
      .max(64)
      .regex(oneLine)
      .nullish()
      .transform((text) => text || null),
    language: z.enum(languages),
    /** The challenge of `registration_work`, and a number that answers it. */
    work: z.object({ challenge: z.string().max(200), counter: z.int().min(0) }).nullish(),
  })
  .refine((body) => body.referrer_username?.toLowerCase() !== body.username.toLowerCase(), {
    error: 'players cannot refer themselves',
    path: ['referrer_username'],
  });

export const LoginBody = z.object({
  username: typedUsername,
  user_password: z.string().min(1).max(passwordRule.max),
  token_name: z.string().trim().min(1).max(64).regex(oneLine),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .default([...scopes]),
});

export const TokenPair = z.object({
  token: z.string(),
  refresh_token: z.string(),
  /** When the access token expires. */
  expire: z.iso.datetime(),
});
export type TokenPair = z.infer<typeof TokenPair>;

/** The body of refresh and logout. The access token may have expired. */
export const HeldTokens = z.object({ token, refresh_token: token });

/** The answer to a login with a linked chat account: the tokens come over /api/ws/verification. */
export const LoginChallenge = z.object({
  track_id: z.string(),
  /** The number, two digits, that the player picks in the message. */
  match: z.string(),
  /** When the message can no longer be answered. */
  expires: z.iso.datetime(),
});
export type LoginChallenge = z.infer<typeof LoginChallenge>;

/** The login to cancel: whoever has the challenge id has given the password. */
export const LoginCancelBody = z.object({ track_id: z.string().min(1).max(128) });

export const LoginAnswer = z.union([LoginChallenge, TokenPair]);
export type LoginAnswer = z.infer<typeof LoginAnswer>;

/**
 * What the socket /api/ws/verification?track_id= sends, once: the tokens, or why the login failed. Then it
 * closes with 1000. A socket that drops before may reconnect until the challenge expires, and for a minute after the player's answer. Close
 * codes without a message: 4403 a page of another origin, 4404 an unknown challenge or one whose tokens another socket received, 4429 too
 * many sockets, 1011 a fault of ours (reconnect).
 */
export const VerificationMessage = z.union([
  TokenPair,
  z.object({
    error: z.enum(['login_rejected', 'login_expired', 'login_cancelled', 'account_blocked']),
    message: z.string(),
  }),
]);
export type VerificationMessage = z.infer<typeof VerificationMessage>;

/** A session that has not ended. */
export const AccountSession = z.object({
  id: z.uuid(),
  token_name: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  /** Whether it is the caller's own. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof AccountSession>;
