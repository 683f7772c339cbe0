import type { Handlers } from '../../http/register-routes.ts';
import { siteConfig } from './site-config.ts';

export const siteRoutes = {
  siteConfig,
  siteNow: async ({ census }) => census.now(),
  geoLanguages: async ({ geo }, { caller }) => ({ languages: await geo.languagesOf(caller.ip) }),
} satisfies Partial<Handlers>;
