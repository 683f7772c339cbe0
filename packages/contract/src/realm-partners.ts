import { z } from 'zod';
import { coOwnerRights } from './tiers.ts';

/** Whom an owner has given his realm into the hands of. */
export const RealmPartners = z.object({
  ownerUsername: z.string(),
  /** By the owner's tier. */
  coOwners: z.enum(coOwnerRights),
  limit: z.int(),
  /** In the order in which they were added. */
  partners: z.array(z.object({ userId: z.uuid(), username: z.string(), added: z.iso.datetime() })),
});
export type RealmPartners = z.infer<typeof RealmPartners>;

/** An empty name has an error of its own. */
export const RealmPartnerAddBody = z.object({ username: z.string().trim().max(64) });
