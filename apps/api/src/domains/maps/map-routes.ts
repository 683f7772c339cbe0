import type { Handlers } from '../../http/register-routes.ts';
import { realmMapCreate } from './realm-map-create.ts';
import { realmMapDelete } from './realm-map-delete.ts';
import { realmMaps } from './realm-maps.ts';

export const mapRoutes = { realmMaps, realmMapCreate, realmMapDelete } satisfies Partial<Handlers>;
