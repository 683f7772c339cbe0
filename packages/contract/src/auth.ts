import { z } from 'zod';
import { languages } from './languages.ts';
import { passwordProblem, passwordRule, usernameProblem, usernameRule } from './rules.ts';
import { scopes } from './scopes.ts';

const username = z
  .string()
  .trim()
  .max(usernameRule.max)
  .refine((text) => usernameProblem(text) === null, { error: 'letters, digits and underscores, 4 to 16 of them' });

/** Control characters are in no name, and a NUL no database takes. */
const withoutControls = /^\P{Cc}*$/u;

/** What is typed at login is looked up, not judged: a name that could not exist is simply unknown. */
const typedUsername = z.string().trim().min(1).max(64).regex(withoutControls);

const token = z.string().min(1).max(2048);

export const RegisterBody = z
  .object({
    username,
    password: z
      .string()
      .max(passwordRule.max)
      .refine((text) => passwordProblem(text) === null, { error: `at least ${passwordRule.min} characters` }),
    referrer_username: typedUsername.nullable(),
    language: z.enum(languages),
  })
  .refine((body) => body.referrer_username?.toLowerCase() !== body.username.toLowerCase(), {
    error: 'nobody refers himself',
    path: ['referrer_username'],
  });

export const LoginBody = z.object({
  username: typedUsername,
  user_password: z.string().min(1).max(passwordRule.max),
  token_name: z.string().trim().min(1).max(64).regex(withoutControls),
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
