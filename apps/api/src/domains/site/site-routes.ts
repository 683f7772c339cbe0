import type { Handlers } from '../../http/implement.ts';
import { siteConfig } from './site-config.ts';

export const siteRoutes = { siteConfig } satisfies Partial<Handlers>;
