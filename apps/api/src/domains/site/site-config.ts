import type { SiteConfig } from '@realmkeep/contract';
import type { Context } from '../../context.ts';

/** The port that a game client dials when none is typed. */
const gameDefaultPort = 25_565;

export async function siteConfig({ config, chat, dns }: Context): Promise<SiteConfig> {
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
