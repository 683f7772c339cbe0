import { z } from 'zod';
import { languages } from './languages.ts';
import { tiers } from './tiers.ts';

export const SubscriptionPlan = z.object({
  tier: z.enum(tiers),
  name: z.enum(tiers),
  /** Half the side of the square that players may enter, in blocks. */
  realm_max_radius: z.int(),
  max_realms: z.int(),
  /** null: no limit. */
  max_realm_slots: z.int().nullable(),
});

export const UserProfile = z.object({
  id: z.uuid(),
  nickname: z.string(),
  lowercase_nickname: z.string(),
  reg_date: z.iso.datetime(),
  /** The player's uuid in the game. */
  uuid: z.uuid(),
  login_date: z.iso.datetime().nullable(),
  user_subscription: z.object({
    subscription: SubscriptionPlan,
    started: z.iso.datetime(),
    expiring: z.iso.datetime().nullable(),
  }),
  coins: z.int(),
  /** Coins that expire. */
  fleeting_coins: z.array(z.object({ amount: z.int(), expiration_date: z.iso.datetime() })),
  language: z.enum(languages),
});
export type UserProfile = z.infer<typeof UserProfile>;
