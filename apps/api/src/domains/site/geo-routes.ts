import type { Handlers } from '../../http/implement.ts';
import { geoLanguages } from './geo-languages.ts';

export const geoRoutes = { geoLanguages } satisfies Partial<Handlers>;
