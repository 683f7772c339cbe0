import type { Handlers } from '../../http/register-routes.ts';
import { geoLanguages } from './geo-languages.ts';

export const geoRoutes = { geoLanguages } satisfies Partial<Handlers>;
