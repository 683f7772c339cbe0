import { z } from 'zod';

const link = z.url().nullable();

export const SiteConfig = z.object({
  baseDomain: z.string(),
  /** What a player adds to the address: null for the game's own port, 25565. */
  gamePort: z.int().nullable(),
  /** Whether each realm gets DNS records of its own, which have the port. */
  dnsRecords: z.boolean(),
  requireChatLink: z.boolean(),
  /** The chat platform that accounts are linked to; null where the operator has none. `sandbox` plays one. */
  chat: z.object({ platform: z.enum(['discord', 'sandbox']), invite: z.url() }).nullable(),
  /** Whether the registration says that it opens soon, and takes nobody. */
  registrationSoon: z.boolean(),
  /** null: there is none, and the page shows none. Where the operator has set none, `community` is the chat's invitation, and `support` is `community`. */
  links: z.object({ support: link, wiki: link, community: link, vk: link, instagram: link, tiktok: link }),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

/** What goes on at this moment: realms that players can join, and players on them. */
export const SiteNow = z.object({ realms: z.int().min(0), players: z.int().min(0) });
export type SiteNow = z.infer<typeof SiteNow>;
