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
  /** Coins owed after a payment was reversed: nothing can be bought until they are repaid. */
  debt: z.int(),
  language: z.enum(languages),
  role: z.enum(roles),
  /** Whether the network in which the player used a login code is remembered. */
  game_memory: z.boolean(),
  /** When the name is released because nobody has used the account yet; null: it is not. */
  name_released: z.iso.datetime().nullable(),
  /** The linked chat account; null when there is none. */
  chat_account: z.object({ id: z.string(), username: z.string(), linked_at: z.iso.datetime() }).nullable(),
});
export type UserProfile = z.infer<typeof UserProfile>;

export const UserLanguage = z.object({ language: z.enum(languages) });

/** Not limited to known languages: an unknown one has its own error. */
export const UserLanguageBody = z.object({ language: z.string().max(35) });

export const UserGameMemory = z.object({ game_memory: z.boolean() });
export type UserGameMemory = z.infer<typeof UserGameMemory>;

const passwordTyped = z.string().max(passwordRule.max);

export const PasswordChangeBody = z.object({
  oldPassword: passwordTyped,
  newPassword: passwordTyped.refine((text) => passwordProblem(text) === null, {
    error: `at least ${passwordRule.min} characters`,
  }),
  repeatNewPassword: passwordTyped,
});

export const referralStatuses = ['NOT_VERIFIED', 'VERIFIED'] as const;

/**
 * What the bonus of a referral waits for. LINK: the referred player has to link a chat account. ADDRESS: it needs a verified e-mail address and
 * has to be linked again. AGE: it is not old enough yet. SPENT: another one has to be linked, since this one earned a bonus before or was the referrer's.
 */
export const referralWaits = ['LINK', 'ADDRESS', 'AGE', 'SPENT'] as const;

export const ReferralWait = z.object({
  reason: z.enum(referralWaits),
  /** When the wait ends by itself; null: it does not. */
  until: z.iso.datetime().nullable(),
});
export type ReferralWait = z.infer<typeof ReferralWait>;

/** A player whom the account referred. */
export const Referral = z.object({
  id: z.uuid(),
  /** The nickname. */
  referredUser: z.string(),
  /**
   * VERIFIED once the bonus is paid: the player has linked a chat account that is old enough, has a verified address, never
   * earned a bonus, and was never the referrer's. With any other it stays NOT_VERIFIED.
   */
  status: z.enum(referralStatuses),
  verified: z.boolean(),
  /** Coins that the account has earned from this player: the bonus and the shares of top-ups, less what was reversed. */
  earned: z.int(),
  /** Coins of shares that will be granted when it is verified. */
  accrued: z.int(),
  /** What it waits for; null: it is verified, or about to be. */
  waits: ReferralWait.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Referral = z.infer<typeof Referral>;

export const Referrals = z.object({
  ...paginated(Referral).shape,
  /** Coins of all of them together. */
  earned: z.int(),
  /** Coins of shares: how many were granted this month (UTC), and the limit. */
  month: z.object({ granted: z.int(), limit: z.int() }),
  /** How many days old a chat account must be for the bonus. */
  minimumDays: z.int(),
});
export type Referrals = z.infer<typeof Referrals>;
