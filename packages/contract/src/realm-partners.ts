import { z } from 'zod';
import { coOwnerRights } from './tiers.ts';

/** Somebody who manages the realm with its owner. */
export const RealmPartners = z.object({
  ownerUsername: z.string(),
  /** What the owner's tier allows. */
  coOwners: z.enum(coOwnerRights),
  limit: z.int(),
  /** In the order in which they were added. */
  partners: z.array(z.object({ userId: z.uuid(), username: z.string(), added: z.iso.datetime() })),
});
export type RealmPartners = z.infer<typeof RealmPartners>;

/** An empty name has its own error. */
export const RealmPartnerAddBody = z.object({ username: z.string().trim().max(64) });
