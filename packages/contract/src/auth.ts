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

/** What is typed at login is looked up, not judged: a name that could not exist is simply unknown. */
const typedUsername = z.string().trim().min(1).max(64).regex(oneLine);

const token = z.string().min(1).max(2048);

export const RegisterBody = z
  .object({
    username,
    password: z
      .string()
      .max(passwordRule.max)
      .refine((text) => passwordProblem(text) === null, { error: `at least ${passwordRule.min} characters` }),
    /** Nobody: null, left out or empty. */
    referrer_username: z
      .string()
      .trim()
      .max(64)
      .regex(oneLine)
      .nullish()
      .transform((text) => text || null),
    language: z.enum(languages),
    /** What `registration_work` has asked for: its challenge, and a number that answers it. */
    work: z.object({ challenge: z.string().max(200), counter: z.int().min(0) }).nullish(),
  })
  .refine((body) => body.referrer_username?.toLowerCase() !== body.username.toLowerCase(), {
    error: 'nobody refers himself',
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
  /** When the access token ends. */
  expire: z.iso.datetime(),
});
export type TokenPair = z.infer<typeof TokenPair>;

/** What refresh and log-out are given. The access token may have ended. */
export const HeldTokens = z.object({ token, refresh_token: token });

/** What a log-in to an account with a linked chat account is answered: the tokens come by /api/ws/verification. */
export const LoginChallenge = z.object({
  track_id: z.string(),
  /** The number, two digits, that the player picks in the message. */
  match: z.string(),
  /** When the message can no longer be answered. */
  expires: z.iso.datetime(),
});
export type LoginChallenge = z.infer<typeof LoginChallenge>;

/** Which log-in is called off: whoever holds the challenge id has given the password. */
export const LoginCancelBody = z.object({ track_id: z.string().min(1).max(128) });

export const LoginAnswer = z.union([LoginChallenge, TokenPair]);
export type LoginAnswer = z.infer<typeof LoginAnswer>;

/**
 * What the socket /api/ws/verification?track_id= sends, once: the tokens, or without them why the log-in came to nothing. Then it
 * closes with 1000. One that drops before may come again until the challenge expires, and for a minute after the player's word. Close
 * codes without a message: 4403 a page of another origin, 4404 an unknown challenge or one whose tokens another socket was given, 4429 too
 * many sockets, 1011 a fault of ours (come again).
 */
export const VerificationMessage = z.union([
  TokenPair,
  z.object({
    error: z.enum(['login_rejected', 'login_expired', 'login_cancelled', 'account_blocked']),
    message: z.string(),
  }),
]);
export type VerificationMessage = z.infer<typeof VerificationMessage>;

/** A log-in that has not ended. */
export const AccountSession = z.object({
  id: z.uuid(),
  token_name: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  /** Whether it is the one of the token that asks. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof AccountSession>;
