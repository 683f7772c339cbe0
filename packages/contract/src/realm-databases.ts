import { z } from 'zod';
import type { EndpointName } from './routes.ts';
import type { EndpointSchemas } from './endpoint.ts';

/** How a database can be used, given its size: it is read-only above its limit, and closed above twice that. */
const databaseAccess = ['writable', 'read_only', 'closed'] as const;

const databaseServers = ['guests', 'named', 'product'] as const;

export const RealmDatabase = z.object({
  /** Whether this installation can create databases. */
  available: z.boolean(),
  limitBytes: z.int(),
  /** At once. */
  connections: z.int(),
  database: z
    .object({
      state: z.enum(['creating', 'ready', 'deleting']),
      access: z.enum(databaseAccess),
      bytes: z.int(),
      /** The installation's server for realms, one that the operator has named, or, for old databases, the product's own. */
      server: z.enum(databaseServers),
      /** As the realm's programs reach it; on the product's own server, as anyone on this machine does. */
      host: z.string(),
      port: z.int(),
      name: z.string(),
      user: z.string(),
      jdbcUrl: z.string(),
    })
    .nullable(),
});
export type RealmDatabase = z.infer<typeof RealmDatabase>;

export const RealmDatabasePassword = z.object({ password: z.string() });

export const databaseEndpoints = {
  realmDatabase: {
    summary: 'The PostgreSQL database of a realm: where it is, and how full',
    response: RealmDatabase,
    errors: ['realm_unknown'],
  },
  realmDatabaseCreate: {
    summary: 'Create a database for a realm',
    response: RealmDatabase,
    status: 201,
    errors: ['realm_unknown', 'database_exists', 'database_unavailable'],
  },
  realmDatabasePassword: {
    summary: 'The password of a realm’s database, for its owner',
    response: RealmDatabasePassword,
    errors: ['realm_unknown', 'database_unknown'],
  },
  realmDatabaseRotate: {
    summary: 'Give a realm’s database a new password, and end its connections',
    response: RealmDatabase,
    errors: ['realm_unknown', 'database_unknown'],
  },
  realmDatabaseDelete: {
    summary: 'Delete a realm’s database with everything in it',
    response: RealmDatabase,
    errors: ['realm_unknown', 'database_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
