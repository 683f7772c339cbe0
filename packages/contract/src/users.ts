import { z } from 'zod';
import { languages } from './languages.ts';
import { paginated } from './pagination.ts';
import { passwordProblem, passwordRule } from './rules.ts';
import { UserSubscription } from './subscriptions.ts';

export const roles = ['USER', 'ADMIN'] as const;
export type Role = (typeof roles)[number];

export const UserProfile = z.object({
  id: z.uuid(),
  nickname: z.string(),
  lowercase_nickname: z.string(),
  reg_date: z.iso.datetime(),
  /** The player's uuid in the game. */
  uuid: z.uuid(),
  login_date: z.iso.datetime().nullable(),
  user_subscription: UserSubscription,
  coins: z.int(),
  /** Coins that expire. */
  fleeting_coins: z.array(z.object({ amount: z.int(), expiration_date: z.iso.datetime() })),
  /** Coins that are held while a payment is disputed. */
  held: z.int(),
  /** Coins that are owed after a payment was taken back: nothing can be bought until they are repaid. */
  debt: z.int(),
  language: z.enum(languages),
  role: z.enum(roles),
  /** The linked chat account; null when there is none. */
  chat_account: z.object({ id: z.string(), username: z.string(), linked_at: z.iso.datetime() }).nullable(),
});
export type UserProfile = z.infer<typeof UserProfile>;

export const UserLanguage = z.object({ language: z.enum(languages) });

/** One that there is not has an error of its own. */
export const UserLanguageBody = z.object({ language: z.string().max(35) });

const passwordTyped = z.string().max(passwordRule.max);

export const PasswordChangeBody = z.object({
  oldPassword: passwordTyped,
  newPassword: passwordTyped.refine((text) => passwordProblem(text) === null, {
    error: `at least ${passwordRule.min} characters`,
  }),
  repeatNewPassword: passwordTyped,
});

export const referralStatuses = ['NOT_VERIFIED', 'VERIFIED'] as const;

/** One whom the account has brought. */
export const Referral = z.object({
  id: z.uuid(),
  /** The nickname. */
  referredUser: z.string(),
  /**
   * VERIFIED once the bonus was paid, which is when the player links a chat account that has earned none before and that the
   * referrer never linked himself; with any other it stays NOT_VERIFIED.
   */
  status: z.enum(referralStatuses),
  verified: z.boolean(),
  /** Coins that the account has earned by this player: the bonus and the shares of top-ups, less what was reversed. */
  earned: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Referral = z.infer<typeof Referral>;

export const Referrals = z.object({
  ...paginated(Referral).shape,
  /** Coins of all of them together. */
  earned: z.int(),
});
export type Referrals = z.infer<typeof Referrals>;
