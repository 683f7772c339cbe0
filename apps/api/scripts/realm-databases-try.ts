import { openDb, openPool } from '../src/db/pool.ts';
import { tryServer } from '../src/domains/databases/server-trial.ts';
import { realmDatabaseUrl } from './config.ts';

/** Tries whether realms' databases can be made on the server that REALM_DATABASE_URL names. Says why not as JSON; null: they can. */
const url = realmDatabaseUrl();
const db = openDb(openPool(url, 1));
process.stdout.write(JSON.stringify(await tryServer({ url, db })));
await db.destroy();
