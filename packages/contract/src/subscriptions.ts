import { z } from 'zod';
import { OfferedKernel } from './plan-kernels.ts';
import { tiers } from './tiers.ts';

/** A tier and its price. null: no limit. */
export const SubscriptionPlan = z.object({
  /** The product to subscribe with: the cheapest of the tier, or the account's own; null if nobody can subscribe to it. */
  id: z.uuid().nullable(),
  name: z.enum(tiers),
  tier: z.enum(tiers),
  color: z.string(),
  /** Coins for a month; null if it is not sold. */
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

/** A plan as sold, with what its realms can run on this machine. */
export const OfferedPlan = SubscriptionPlan.extend({ kernels: z.array(OfferedKernel) });
export type OfferedPlan = z.infer<typeof OfferedPlan>;

export const UserSubscription = z.object({
  /** null for CHICKEN, which everybody without a subscription has. */
  id: z.uuid().nullable(),
  subscription: SubscriptionPlan,
  started: z.iso.datetime(),
  /** When the paid month ends; null for CHICKEN. */
  expiring: z.iso.datetime().nullable(),
  /** Whether it will be renewed then, given enough coins. */
  renews: z.boolean(),
});
export type UserSubscription = z.infer<typeof UserSubscription>;

export const SubscriptionActivateBody = z.object({
  productId: z.uuid(),
  /** Chosen by the caller: the same request made twice is carried out once. */
  requestId: z.uuid().optional(),
  /** The most coins that it may cost now, as the caller has seen it; without it, whatever it costs. */
  maxPrice: z.int().nonnegative().optional(),
});

export const SubscriptionPreviewQuery = z.object({
  tier: z.enum(tiers),
  /** The product it would be bought as; without it, the cheapest of the tier. */
  productId: z.uuid().optional(),
});

/** What a tier would mean for the account now. */
export const SubscriptionPreview = z.object({
  tier: z.enum(tiers),
  /** Coins to pay now, less the unused days of the current plan; null if it is not sold or not higher. */
  price: z.int().nullable(),
  /** Coins that the unused days are worth. */
  credit: z.int(),
  /** Realms that would stay as they are. */
  keeps: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Realms that would be stopped and kept until the grace period ends. */
  stops: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Realms that stay, but stay off until they change to a kernel that the tier includes. */
  off: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Realms that would get fewer slots or a smaller border. */
  shrinks: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Realms that would be closed to their co-owners until a higher tier. */
  shuts: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>;
