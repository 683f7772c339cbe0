import type { Handlers } from '../../http/register-routes.ts';
import { realmDatabaseCreate } from './realm-database-create.ts';
import { realmDatabaseDelete } from './realm-database-delete.ts';
import { realmDatabasePassword, realmDatabaseRotate } from './realm-database-password.ts';
import { realmDatabase } from './realm-database.ts';

export const databaseRoutes = {
  realmDatabase,
  realmDatabaseCreate,
  realmDatabasePassword,
  realmDatabaseRotate,
  realmDatabaseDelete,
} satisfies Partial<Handlers>;
