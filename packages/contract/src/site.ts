import { z } from 'zod';

const link = z.url().nullable();

export const SiteConfig = z.object({
  baseDomain: z.string(),
  /** The port that players add to the address; null for the game's own, 25565. */
  gamePort: z.int().nullable(),
  /** Whether each realm gets its own DNS records, which include the port. */
  dnsRecords: z.boolean(),
  requireChatLink: z.boolean(),
  /** The chat platform that accounts are linked to; null if the operator has none. `sandbox` stands in for one. */
  chat: z.object({ platform: z.enum(['discord', 'sandbox']), invite: z.url() }).nullable(),
  /** Whether registration is closed and says that it opens soon. */
  registrationSoon: z.boolean(),
  /** null: the page shows no such link. If the operator has set none, `community` is the chat's invitation, and `support` is `community`. */
  links: z.object({ support: link, wiki: link, community: link, vk: link, instagram: link, tiktok: link }),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

/** Who is online now: realms that players can join, and the players on them. */
export const SiteNow = z.object({ realms: z.int().min(0), players: z.int().min(0) });
export type SiteNow = z.infer<typeof SiteNow>;
