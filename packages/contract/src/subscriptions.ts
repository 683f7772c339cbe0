import { z } from 'zod';
import { OfferedKernel } from './plan-kernels.ts';
import { tiers } from './tiers.ts';

/** What a tier is and costs. null: no limit. */
export const SubscriptionPlan = z.object({
  /** The product to subscribe with, the cheapest of the tier or the account's own; null for what nobody subscribes to. */
  id: z.uuid().nullable(),
  name: z.enum(tiers),
  tier: z.enum(tiers),
  color: z.string(),
  /** Coins for a month; null for what is not sold. */
  price: z.int().nullable(),
  subscribable: z.boolean(),
  /** Whether the account has this plan and has cancelled it. */
  subscription_cancelled: z.boolean(),
  /** Half the side of the square that players may enter, in blocks. */
  realm_max_radius: z.int(),
  stop_realm_if_no_owner: z.boolean(),
  /** Minutes. */
  turn_off_realm_after: z.int().nullable(),
  /** Minutes. */
  turn_off_realm_no_activity: z.int().nullable(),
  realm_advertisement: z.boolean(),
  max_realms: z.int(),
  max_servers: z.int(),
  max_realm_slots: z.int().nullable(),
});
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>;

/** A plan as it is sold, with what its realms can run on this machine. */
export const OfferedPlan = SubscriptionPlan.extend({ kernels: z.array(OfferedKernel) });
export type OfferedPlan = z.infer<typeof OfferedPlan>;

export const UserSubscription = z.object({
  /** null for CHICKEN, which everybody has who has nothing else. */
  id: z.uuid().nullable(),
  subscription: SubscriptionPlan,
  started: z.iso.datetime(),
  /** When the month that is paid ends; null for CHICKEN. */
  expiring: z.iso.datetime().nullable(),
  /** Whether it is renewed then, if the coins are there. */
  renews: z.boolean(),
});
export type UserSubscription = z.infer<typeof UserSubscription>;

export const SubscriptionActivateBody = z.object({
  productId: z.uuid(),
  /** Of the caller's choice: the same request made twice is carried out once. */
  requestId: z.uuid().optional(),
});

export const SubscriptionPreviewQuery = z.object({
  tier: z.enum(tiers),
  /** As what it would be bought; without it, as the cheapest product of the tier. */
  productId: z.uuid().optional(),
});

/** What a tier would mean for the account as it is. */
export const SubscriptionPreview = z.object({
  tier: z.enum(tiers),
  /** Coins to pay now, with the unused days of the present plan counted in; null for what is not sold or not above. */
  price: z.int().nullable(),
  /** Coins that the unused days are worth. */
  credit: z.int(),
  /** Realms that would go on as they are. */
  keeps: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Realms that would be stopped and kept until the deletion time-out. */
  stops: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Realms among those that go on whose kernel the tier has not: they are off until they go back to the built-in server. */
  off: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Realms whose slots or border would become smaller. */
  shrinks: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Realms whose co-owners would find nothing of them until a higher tier. */
  shuts: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>;
