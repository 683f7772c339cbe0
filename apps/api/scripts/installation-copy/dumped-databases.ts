import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { openDb, openPool } from '../../src/db/pool.ts';
import { unseal } from '../../src/domains/identity/chat/sealed.ts';
import { sealOwner } from '../../src/domains/databases/database-build.ts';
import { databaseName, type DatabaseAccess } from '../../src/domains/databases/database-policy.ts';
import { findDatabase } from '../../src/domains/databases/database-queries.ts';
import { oneAtATime, setRoleAccess } from '../../src/domains/databases/database-server-queries.ts';
import { defineApart } from '../../src/domains/databases/server-trial.ts';
import { type PackedFile, readPacked, writePacked } from './packed.ts';

/** Where a realm's database lies that is on a server of the operator's. */
export interface OutsideDatabase {
  realmId: string;
  server: 'named' | 'product';
}

/** What pg_dump tells of it, in the form that pg_restore reads. */
export type DumpedDatabase = OutsideDatabase & PackedFile;

/** By which address each server is reached; null: the operator has none. */
export type OutsideServers = Record<OutsideDatabase['server'], string | null>;

/** In the copy's folder. */
export const dumpFile = (realmId: string) => join('databases', `${realmId}.zst`);

const addressOf = (servers: OutsideServers, { server }: OutsideDatabase): string => {
  const url = servers[server];
  if (url !== null) return url;
  throw new Error(
    `A realm has a database on a server of yours: set ${server === 'named' ? 'REALM_' : ''}DATABASE_URL.`,
  );
};

/** Dumps each as it is at one moment of its own, by the pg_dump of this machine. */
export async function dumpDatabases(
  servers: OutsideServers,
  databases: readonly OutsideDatabase[],
  folder: string,
): Promise<DumpedDatabase[]> {
  await mkdir(join(folder, 'databases'), { mode: 0o700 });
  const dumped: DumpedDatabase[] = [];
  for (const database of databases) {
    const { child, ended } = startClient('pg_dump', addressOf(servers, database), databaseName(database.realmId), [
      '--format=custom',
      '--compress=0',
    ]);
    child.stdin.end();
    const file = await writePacked(join(folder, dumpFile(database.realmId)), child.stdout);
    await ended;
    dumped.push({ ...database, ...file });
  }
  return dumped;
}

/**
 * Makes each on its server, with the password of its row, and fills it. One that is there, as on a server that was not lost with
 * the machine, is left as it is.
 * @param productUrl where the rows are
 */
export async function restoreDumps(
  servers: OutsideServers,
  dumped: readonly DumpedDatabase[],
  { folder, productUrl, tokenKey }: { folder: string; productUrl: string; tokenKey: string },
): Promise<void> {
  const product = openDb(openPool(productUrl, 1));
  try {
    for (const database of dumped) {
      const row = await findDatabase(product, database.realmId);
      if (!row) continue;
      const password = unseal(tokenKey, sealOwner(row.realm_id), row.password);
      const login = { name: databaseName(row.realm_id), password, access: row.access as DatabaseAccess };
      await restoreDump(addressOf(servers, database), login, join(folder, dumpFile(database.realmId)));
    }
  } finally {
    await product.destroy();
  }
}

async function restoreDump(
  url: string,
  { name, password, access }: { name: string; password: string; access: DatabaseAccess },
  path: string,
): Promise<void> {
  const db = openDb(openPool(url, 1));
  try {
    const { rows } = await sql`select from pg_database where datname = ${name}`.execute(db);
    const problem = await oneAtATime(db, (connection) => defineApart(connection, url, { name, password }));
    if (problem)
      throw new Error(`No databases for realms can be made: ${problem.words}. ${problem.statements.join(' ')}`);
    if (rows.length === 0) {
      const { child, ended } = startClient('pg_restore', url, name, ['--exit-on-error']);
      // It may end before it is told that this was all.
      await pipeline(readPacked(path), child.stdin).catch(() => undefined);
      await ended;
    } else {
      console.log(`${name} is there already: it is left as it is.`);
    }
    await db.transaction().execute((tx) => setRoleAccess(tx, name, access));
  } finally {
    await db.destroy();
  }
}

/** One of PostgreSQL's own programs, on a realm's database, in its role. The password is not among its arguments. */
function startClient(program: 'pg_dump' | 'pg_restore', databaseUrl: string, name: string, args: string[]) {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  Object.assign(url, { password: '', pathname: `/${name}` });
  // node-postgres' own.
  url.searchParams.delete('uselibpqcompat');
  const words = ['--no-owner', '--no-acl', `--role=${name}`, `--dbname=${url.href}`, ...args];
  const child = spawn(program, words, {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', PGPASSWORD: password },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = itsEnd(child, `${program} of ${name}`);
  ended.catch(() => undefined);
  return { child, ended };
}

async function itsEnd(child: ChildProcess, work: string): Promise<void> {
  const [code] = (await once(child, 'close').catch((cause: unknown) => {
    throw new Error(`${work}: there is no such program. apt-get install postgresql-client`, { cause });
  })) as [number | null];
  if (code !== 0) throw new Error(`${work} ended with code ${code}.`);
}
