import type { Handlers } from '../../http/register-routes.ts';
import { siteConfig } from './site-config.ts';
import { siteNow } from './site-now.ts';

export const siteRoutes = { siteConfig, siteNow } satisfies Partial<Handlers>;
