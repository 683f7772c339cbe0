import type { Handlers } from '../../http/register-routes.ts';
import {
  realmDatabaseCreate,
  realmDatabaseDelete,
  realmDatabasePassword,
  realmDatabaseRotate,
  realmDatabase,
} from './realm-database.ts';

export const databaseRoutes = {
  realmDatabase,
  realmDatabaseCreate,
  realmDatabasePassword,
  realmDatabaseRotate,
  realmDatabaseDelete,
} satisfies Partial<Handlers>;
