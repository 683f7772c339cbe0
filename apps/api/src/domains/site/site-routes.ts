import type { SiteConfig } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/register-routes.ts';

/** The port that a game client dials when none is typed. */
const gameDefaultPort = 25_565;

async function siteConfig({ config, chat, dns }: Context): Promise<SiteConfig> {
  const community = config.links.community ?? chat?.inviteUrl ?? null;
  return {
    baseDomain: config.baseDomain,
    gamePort: config.gamePort === gameDefaultPort ? null : config.gamePort,
    dnsRecords: dns !== null,
    requireChatLink: config.requireChatLink,
    chat: chat && { platform: chat.name, invite: chat.inviteUrl },
    registrationSoon: config.registrationSoon,
    links: { ...config.links, community, support: config.links.support ?? community },
  };
}

export const siteRoutes = {
  siteConfig,
  siteNow: async ({ census }) => census.now(),
  geoLanguages: async ({ geo }, { caller }) => ({ languages: await geo.languagesOf(caller.ip) }),
} satisfies Partial<Handlers>;
